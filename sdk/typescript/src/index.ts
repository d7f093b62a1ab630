export { Tapadillo, type TapadilloOptions, type TokenStorage } from "./client.js";
export { Seat, type SeatEvents, type Status } from "./seat.js";
export { TapadilloProblem, type ProblemCode } from "./problem.js";
export type { SocketClass, SocketLike } from "./line.js";
export type * from "./types.js";
