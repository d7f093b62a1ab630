/** The service's shapes by the names that the client uses; `schema` has all others. */

import type * as schema from "./schema.js";

export type { Clock, Credits, Deck, DeckSummary, Fault, Games, ServerMessage, Timer } from "./schema.js";
export type { schema };

export type GameId = schema.GameInfo["id"];
export type Game = schema.GameInfo;
export type Message = schema.Said;
export type MessagePage = schema.Messages;
export type ProblemDocument = schema.Problem;
export type RoomEvent = schema.PhaseEvent;
export type RoomSummary = schema.Summary;
export type View = schema.View;

/** What a seat may know, by game. */
export interface Views {
  espia: schema.EspiaView;
  impostor: schema.ImpostorView;
  shpion: schema.ShpionView;
}

/** What a seat may do, by game. */
export interface Actions {
  espia: schema.EspiaAction;
  impostor: schema.ImpostorAction;
  shpion: schema.ShpionAction;
}

/** What a host may choose, by game. */
export interface Options {
  espia: schema.EspiaOptionsChange;
  impostor: schema.ImpostorOptionsChange;
  shpion: schema.ShpionOptionsChange;
}

export interface FinishedRounds {
  espia: schema.EspiaFinishedRound;
  impostor: schema.ImpostorFinishedRound;
  shpion: schema.ShpionFinishedRound;
}

/** What makes a room. */
export type NewRoom<G extends GameId> = Omit<schema.OpenRoom, "game" | "options"> & {
  game: G;
  options?: Options[G];
};

/** The answer to whoever got a seat. */
export type Seated<G extends GameId> = schema.Seated & { view: Views[G] };

/** An entry of `actions`: what may be done now, with the values that each field may take. */
export type Offer<G extends GameId, T extends Actions[G]["type"]> = Extract<
  Views[G]["actions"][number],
  { type: T }
> & { phase_seq?: number };

type Envelope = "type" | "phase_seq" | "action_id";
type Fields<A> = A extends unknown ? Omit<A, Envelope> & Partial<Pick<A, "phase_seq" & keyof A>> : never;

/** The fields of an action, as the rest of the parameters of `act`: they may be left out if there are none. */
export type FieldsOf<G extends GameId, T extends Actions[G]["type"]> =
  object extends Fields<Extract<Actions[G], { type: T }>>
    ? [fields?: Fields<Extract<Actions[G], { type: T }>>]
    : [fields: Fields<Extract<Actions[G], { type: T }>>];
