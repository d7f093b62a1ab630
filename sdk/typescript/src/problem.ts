import type { Fault, ProblemDocument } from "./types.js";

/** The service's codes, two of the client's own, and whatever a later version of the service adds. */
export type ProblemCode = ProblemDocument["code"] | "no_answer" | "unexpected_answer" | (string & {});

type Told = Pick<ProblemDocument, "status"> & Partial<Omit<ProblemDocument, "code">> & { code: ProblemCode };

/**
 * Why something was refused, or that nothing was answered. Switch on `code`, show `message`.
 *
 * Two codes are the client's own: `no_answer` (nothing came, in time) and `unexpected_answer` (what came was not the
 * service's, from a proxy for example). Their `status` is 0 and that of the answer.
 */
export class TapadilloProblem extends Error {
  override readonly name = "TapadilloProblem";
  /** The stable slug; it is never translated. */
  readonly code: ProblemCode;
  /** The HTTP status; 0 where nothing was answered. */
  readonly status: number;
  /** Whether the same request may be accepted later. */
  readonly retryable: boolean;
  /** What is wrong with which member of the request. */
  readonly errors: readonly Fault[];
  /** How long to wait before asking again; null where nothing was said about it. */
  readonly retryAfterMs: number | null;

  constructor(told: Told, retryAfterMs: number | null = null) {
    super(told.detail ?? told.code);
    this.code = told.code;
    this.status = told.status;
    this.retryable = told.retryable ?? false;
    this.errors = told.errors ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** The problem that an answer tells of. */
export async function problemOf(answer: Response): Promise<TapadilloProblem> {
  const seconds = Number(answer.headers.get("Retry-After") ?? NaN);
  const retryAfterMs = Number.isNaN(seconds) ? null : seconds * 1000;
  const document: unknown = await answer.json().catch(() => null);
  if (isProblem(document)) return new TapadilloProblem(document, retryAfterMs);
  const { status } = answer;
  return new TapadilloProblem({ code: "unexpected_answer", status, retryable: status >= 500 }, retryAfterMs);
}

/** What is wrong when there is no answer at all; the `cause` is what the platform says of it. */
export function noAnswer(cause: unknown): TapadilloProblem {
  return Object.assign(new TapadilloProblem({ code: "no_answer", status: 0, retryable: true }), { cause });
}

function isProblem(document: unknown): document is ProblemDocument {
  return (
    typeof document === "object" &&
    document !== null &&
    "code" in document &&
    typeof document.code === "string"
  );
}
