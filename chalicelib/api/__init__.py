"""REST and WebSocket: reads requests, calls one use-case each, writes answers; no rules, no AWS."""
