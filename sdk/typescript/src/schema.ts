// Generated from the service's documents by `npm run types`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /** @description The open one: who has voted, and who is still asked. Whom the host removed counts as a "no". */
        Accusation: {
            /** @description Who accused. */
            accuser: components["schemas"]["PlayerId"];
            /** @description Who is accused. */
            suspect: components["schemas"]["PlayerId"];
            /** @description Who has voted. */
            voted: components["schemas"]["PlayerId"][];
            /** @description Who is still asked for their vote. */
            missing: components["schemas"]["PlayerId"][];
            /** @description Who was removed by the host while asked, which counts as a no. */
            removed: components["schemas"]["PlayerId"][];
        };
        /** @description Say whether the suspect is guilty; a cast vote stands. */
        AccusationVoteAction: {
            /** @constant */
            type: "vote";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Whether the suspect is the one who does not know. */
            guilty: boolean;
        };
        /** @description Say whether the suspect is guilty; a cast vote stands. */
        AccusationVoteOffer: {
            /** @constant */
            type: "vote";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            guilty: boolean[];
        };
        /** @description Accuse somebody of being the one who does not know. */
        AccuseAction: {
            /** @constant */
            type: "accuse";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Whom you accuse. */
            suspect: components["schemas"]["PlayerId"];
        };
        /** @description Accuse somebody of being the one who does not know. */
        AccuseOffer: {
            /** @constant */
            type: "accuse";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            suspect: components["schemas"]["PlayerId"][];
        };
        /** @description Done. Your new view, or your message, came before this. */
        Ack: {
            /** @constant */
            type: "ack";
            /** @description The id of your message. */
            id: string;
        };
        /** @description The room as it is after the action. */
        Acted: {
            /** @description All that the seat may know. */
            view: components["schemas"]["View"];
        };
        /** @description An action of any game. */
        Action: components["schemas"]["EspiaAction"] | components["schemas"]["ImpostorAction"] | components["schemas"]["ShpionAction"];
        /** @description Fill a seat with a bot. */
        AddBotAction: {
            /** @constant */
            type: "add_bot";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description What to call it; without one it brings a name. */
            nickname?: string | null;
        };
        /** @description Fill a seat with a bot. */
        AddBotOffer: {
            /** @constant */
            type: "add_bot";
            /** @description Send this along. */
            phase_seq: number;
            /** @description What the others call them. */
            nickname: components["schemas"]["TextLimits"];
        };
        /** @description Something that may be answered to a ready-made question. */
        AnswerOption: {
            /**
             * @description What to send as `option`.
             * @enum {unknown}
             */
            id: "yes" | "no" | "partly" | "unknown";
            /** @description What to show. */
            text: string;
        };
        /** @description Vote for somebody to go out, in secret; null is a blank vote. */
        BallotVoteAction: {
            /** @constant */
            type: "vote";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Who is to go out; null is a blank vote. */
            suspect: components["schemas"]["PlayerId"] | null;
        };
        /** @description Vote for somebody to go out, in secret; null is a blank vote. */
        BallotVoteOffer: {
            /** @constant */
            type: "vote";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            suspect: (components["schemas"]["PlayerId"] | null)[];
        };
        /** @description The service closes the socket. */
        Bye: {
            /** @constant */
            type: "bye";
            /**
             * @description Why. After `invalid_token`, `token_revoked`, `room_not_found`, `room_closed`, `left` and `removed` there is no use in coming back.
             * @enum {unknown}
             */
            code: "left" | "removed" | "room_closed" | "too_many_connections" | "invalid_token" | "token_revoked" | "room_not_found";
        };
        /** @description Cards: listed, or where there are more than 20, those of `candidates` in the view. */
        CardChoice: components["schemas"]["CardId"][] | {
            /** @constant */
            from: "candidates";
        };
        /** @description A card as its holder sees it. */
        CardFace: {
            /** @description What names it in actions. */
            id: components["schemas"]["CardId"];
            /** @description What to show. */
            name: string;
            /** @description A picture. */
            image: components["schemas"]["Image"] | null;
        };
        /** @description A card of the deck. */
        CardId: string;
        /** @description Somebody takes the room over from a host who is away. */
        ClaimHostAction: {
            /** @constant */
            type: "claim_host";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Somebody takes the room over from a host who is away. */
        ClaimHostOffer: {
            /** @constant */
            type: "claim_host";
        };
        /** @description The round's clock; it stands during a ballot. */
        Clock: {
            /**
             * @description Whether it runs or stands; `none` without one.
             * @enum {unknown}
             */
            state: "running" | "paused" | "none";
            /** @description What is left of it, in game time; null where there is none. */
            remaining_ms: number | null;
            /** @description When it ends, in game time; null while it stands. */
            deadline: string | null;
        };
        /** @description A closed one: who voted for whom, who went out, and what they turned out to be. */
        ClosedBallot: {
            /** @description Who voted how, by player. */
            votes: {
                [key: string]: components["schemas"]["PlayerId"] | null;
            };
            /** @description Who went out; null if nobody did. */
            out: components["schemas"]["PlayerId"] | null;
            /**
             * @description What whoever went out turned out to be; null if nobody did.
             * @enum {unknown}
             */
            was: "impostor" | "civilian" | null;
        };
        /** @description One turn: whose it was, in which lap (from 1), whether they `said` anything, and what they wrote. */
        Clue: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description Which lap it is, from 1; 0 before the first. */
            lap: number;
            /** @description Whether a clue was given in time. */
            said: boolean;
            /** @description The clue; null if it was said aloud, or nothing was. */
            text: string | null;
        };
        /** @description Where pictures come from, and what their makers ask to be said. */
        Collection: {
            /** @description What it is called. */
            name: string;
            /** @description Its site. */
            url: string;
            /** @description Under which licence. */
            licence: string;
            /** @description What its makers ask to be said. */
            note: string;
        };
        /** @description Whom the pictures are owed to. */
        Credits: {
            /** @description Where the pictures come from. */
            collections: components["schemas"]["Collection"][];
            /** @description The licences of the pictures in use. */
            licences: components["schemas"]["Licence"][];
            /** @description Everybody whose pictures are in use. */
            authors: string[];
            /** @description Every picture in use. */
            pictures: components["schemas"]["Image"][];
        };
        /** @description Give everybody at the table a new secret card. */
        DealAction: {
            /** @constant */
            type: "deal";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Give everybody at the table a new secret card. */
        DealOffer: {
            /** @constant */
            type: "deal";
            /** @description Send this along. */
            phase_seq: number;
        };
        /** @description A deck as anybody may see it. */
        Deck: {
            /** @description The deck's id. */
            id: string;
            /** @description A digest of it: it changes only with this. */
            version: string;
            /**
             * @description The id of the game.
             * @enum {string}
             */
            game: "espia" | "impostor" | "shpion";
            /** @description What it is called, in its language. */
            title: string;
            /** @description In which languages it can be played. */
            locales: string[];
            /** @description How many cards it has. */
            count: number;
            /**
             * @description Who may play: everybody, or adults.
             * @enum {unknown}
             */
            rating: "family" | "adult";
            /** @description What its cards are sorted into, in order; empty where they are not. */
            themes: components["schemas"]["DeckTheme"][];
            /** @description The cards, in alphabetical order. */
            entries: components["schemas"]["Entry"][];
            /**
             * @description True for a deck of the tenant's own.
             * @constant
             */
            own?: true;
        };
        /** @description The deck that the room plays with. */
        DeckPin: {
            /** @description The deck's id, without its version: ask `GET /v1/decks/{id}?version=` with both. */
            id: string;
            /** @description Which version: the pictures and names of `GET /v1/decks/{id}?version=` hold for it. */
            version: string;
        };
        /** @description A deck to choose. */
        DeckSummary: {
            /** @description The deck's id. */
            id: string;
            /** @description A digest of it: it changes only with this. */
            version: string;
            /**
             * @description The id of the game.
             * @enum {string}
             */
            game: "espia" | "impostor" | "shpion";
            /** @description What it is called, in its language. */
            title: string;
            /** @description In which languages it can be played. */
            locales: string[];
            /** @description How many cards it has. */
            count: number;
            /**
             * @description Who may play: everybody, or adults.
             * @enum {unknown}
             */
            rating: "family" | "adult";
            /** @description What its cards are sorted into, in order; empty where they are not. */
            themes: components["schemas"]["ThemeSummary"][];
            /**
             * @description True for a deck of the tenant's own.
             * @constant
             */
            own?: true;
            /** @description Only of the tenant's own decks: whether the game has bots and they find enough to say with this one. */
            bots?: boolean;
        };
        /** @description A theme or category of a deck with its picture, and its ready-made questions if it has such. */
        DeckTheme: {
            /** @description The theme's id. */
            id: string;
            /** @description What it is called, in the deck's language. */
            title: string;
            /** @description How many cards it has. */
            count: number;
            /** @description A picture. */
            image: components["schemas"]["Image"];
            /** @description What may be asked ready-made, in games that have such questions. */
            questions?: components["schemas"]["QuestionWithOptions"][];
        };
        /** @description The decks there are. */
        Decks: {
            /** @description The decks. */
            decks: components["schemas"]["DeckSummary"][];
        };
        /** @description A card of a deck as anybody may see it: no role, no hint, no answer. */
        Entry: {
            /** @description What names it in actions. */
            id: components["schemas"]["CardId"];
            /** @description What to show. */
            name: string;
            /** @description A picture. */
            image: components["schemas"]["Image"];
            /** @description The word in English, in games with words in two languages. */
            en?: string;
            /** @description The id of its category. */
            category?: string;
            /** @description The id of its theme. */
            theme?: string;
            /**
             * @description Where it comes from: ours or foreign; null where that is no question.
             * @enum {unknown}
             */
            origin?: "ours" | "foreign" | null;
        };
        /** @description An action of `espia`. */
        EspiaAction: components["schemas"]["EspiaConfigureAction"] | components["schemas"]["DealAction"] | components["schemas"]["AddBotAction"] | components["schemas"]["RemoveAction"] | components["schemas"]["MakeHostAction"] | components["schemas"]["ClaimHostAction"] | components["schemas"]["LeaveAction"] | components["schemas"]["TickAction"] | components["schemas"]["SeenAction"] | components["schemas"]["StartAction"] | components["schemas"]["EspiaCrossOutAction"] | components["schemas"]["InterruptAction"] | components["schemas"]["FinishAction"] | components["schemas"]["RematchAction"] | components["schemas"]["EspiaPassTurnAction"] | components["schemas"]["AccuseAction"] | components["schemas"]["EspiaGuessAction"] | components["schemas"]["AccusationVoteAction"] | components["schemas"]["PointAction"];
        /** @description Something that is the host's to do, but not possible yet, and why. */
        EspiaBlocked: {
            /**
             * @description The action.
             * @enum {unknown}
             */
            type: "accuse" | "add_bot" | "claim_host" | "configure" | "cross_out" | "deal" | "finish" | "guess" | "interrupt" | "leave" | "make_host" | "pass_turn" | "point" | "rematch" | "remove" | "seen" | "start" | "tick" | "vote";
            /**
             * @description Why not yet.
             * @enum {unknown}
             */
            code: "not_all_seen" | "not_enough_players" | "room_full" | "two_spies_need_seven";
            /** @description A sentence that may be shown, in the language of `Accept-Language`. */
            detail: string;
        };
        /** @description A card: residents hold the place and a role in it, a spy neither. */
        EspiaCard: {
            /**
             * @description What the card makes of its holder.
             * @enum {unknown}
             */
            kind: "resident" | "spy";
            /** @description The place. */
            place: components["schemas"]["CardFace"] | null;
            /** @description The role in the place; null for spies, and where the card is no place. */
            role: string | null;
        };
        /** @description Change some of the room's options; the others stay. */
        EspiaConfigureAction: {
            /** @constant */
            type: "configure";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description What the host has chosen. */
            options: components["schemas"]["EspiaOptionsChange"];
        };
        /** @description Change some of the room's options; the others stay. */
        EspiaConfigureOffer: {
            /** @constant */
            type: "configure";
            /** @description Send this along. */
            phase_seq: number;
            /** @description A JSON Schema for each option. */
            options: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description A spy's private notes: these places are struck out, all others are not. */
        EspiaCrossOutAction: {
            /** @constant */
            type: "cross_out";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description All that are struck out, in the place of those before. */
            places: components["schemas"]["CardId"][];
        };
        /** @description A spy's private notes: these places are struck out, all others are not. */
        EspiaCrossOutOffer: {
            /** @constant */
            type: "cross_out";
            /** @description All that are struck out, in the place of those before. */
            places: components["schemas"]["CardChoice"];
        };
        /** @description A finished round, everything revealed. */
        EspiaFinishedRound: {
            /** @description The number of the match in this room; a rematch is the next. */
            match: number;
            /** @description The number of the round in its match. */
            number: number;
            /**
             * Format: date-time
             * @description When the round ended, in game time.
             */
            ended_at: string;
            /** @description What everybody in the round was called, by player. */
            nicknames: {
                [key: string]: string;
            };
            /** @description How the round ended, everything revealed; null while it is on. */
            result: components["schemas"]["EspiaResult"];
        };
        /** @description A spy names the place; right or wrong, it ends the round. */
        EspiaGuessAction: {
            /** @constant */
            type: "guess";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description The place that all others know. */
            place: components["schemas"]["CardId"];
        };
        /** @description A spy names the place; right or wrong, it ends the round. */
        EspiaGuessOffer: {
            /** @constant */
            type: "guess";
            /** @description Send this along. */
            phase_seq: number;
            /** @description The place. */
            place: components["schemas"]["CardChoice"];
        };
        /** @description The spy whose card was opened by the pointing, and who may still guess. */
        EspiaLastChance: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
        };
        /** @description What one player alone sees: their card, their notes, their own vote and finger. */
        EspiaMe: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description The secret card; null before the first deal, and for whoever was dealt none. */
            card: components["schemas"]["EspiaCard"] | null;
            /** @description Your notes: the cards that you struck out. */
            crossed_out?: components["schemas"]["CardId"][];
            /** @description Your own vote in the open ballot; null before you voted. */
            vote?: boolean | null;
            /** @description At whom you point; null for nobody yet. */
            point?: components["schemas"]["PlayerId"] | null;
        };
        /** @description What the seat may do now; by `type`. */
        EspiaOffer: components["schemas"]["EspiaConfigureOffer"] | components["schemas"]["DealOffer"] | components["schemas"]["AddBotOffer"] | components["schemas"]["RemoveOffer"] | components["schemas"]["MakeHostOffer"] | components["schemas"]["ClaimHostOffer"] | components["schemas"]["LeaveOffer"] | components["schemas"]["TickOffer"] | components["schemas"]["SeenOffer"] | components["schemas"]["StartOffer"] | components["schemas"]["EspiaCrossOutOffer"] | components["schemas"]["InterruptOffer"] | components["schemas"]["FinishOffer"] | components["schemas"]["RematchOffer"] | components["schemas"]["EspiaPassTurnOffer"] | components["schemas"]["AccuseOffer"] | components["schemas"]["EspiaGuessOffer"] | components["schemas"]["AccusationVoteOffer"] | components["schemas"]["PointOffer"];
        /** @description The options of the room. */
        EspiaOptions: {
            /**
             * @description Which deck is played: `familiar` is for everybody, `completa` has places for adults too. It says nothing in a room with a deck of the tenant's own.
             * @enum {unknown}
             */
            deck: "familiar" | "completa";
            /**
             * @description How long a round takes; null without a clock.
             * @enum {unknown}
             */
            minutes: 8 | 5 | 10;
            /**
             * @description How many spies there are; two need seven players.
             * @enum {unknown}
             */
            spies: 1 | 2;
            /** @description Time for a ballot, and for pointing; null without limit. */
            vote_seconds: number | null;
            /** @description Time for a guess; null without limit. */
            guess_seconds: number | null;
        };
        /** @description The options to change; the others stay. Without any, those of a new room. */
        EspiaOptionsChange: {
            /**
             * @description Which deck is played: `familiar` is for everybody, `completa` has places for adults too. It says nothing in a room with a deck of the tenant's own.
             * @default familiar
             * @enum {unknown}
             */
            deck?: "familiar" | "completa";
            /**
             * @description How long a round takes; null without a clock.
             * @default 8
             * @enum {unknown}
             */
            minutes?: 8 | 5 | 10;
            /**
             * @description How many spies there are; two need seven players.
             * @default 1
             * @enum {unknown}
             */
            spies?: 1 | 2;
            /**
             * @description Time for a ballot, and for pointing; null without limit.
             * @default 120
             */
            vote_seconds?: number | null;
            /**
             * @description Time for a guess; null without limit.
             * @default 120
             */
            guess_seconds?: number | null;
        };
        /** @description The question was asked aloud; whoever answered asks next. */
        EspiaPassTurnAction: {
            /** @constant */
            type: "pass_turn";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Who was asked, answered, and asks next. */
            answered_by: components["schemas"]["PlayerId"];
        };
        /** @description The question was asked aloud; whoever answered asks next. */
        EspiaPassTurnOffer: {
            /** @constant */
            type: "pass_turn";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            answered_by: components["schemas"]["PlayerId"][];
        };
        /** @description The end of a round: how, who won, everything revealed, points by whom and why. */
        EspiaResult: {
            /**
             * @description How the round ended.
             * @enum {unknown}
             */
            outcome: "spy_guessed" | "spy_guess_wrong" | "spy_accused" | "innocent_accused" | "spy_hidden" | "spy_last_chance_right" | "spy_last_chance_wrong" | "void";
            /**
             * @description Who won; null if nobody did.
             * @enum {unknown}
             */
            winners: "residents" | "spies" | null;
            /** @description Everything that was secret. */
            reveal: components["schemas"]["EspiaReveal"];
            /** @description What everybody got. */
            points: components["schemas"]["PlayerPoints"][];
            /**
             * @description Why the round counts for nothing; null if it counts.
             * @enum {unknown}
             */
            void_reason: "spy_left" | "too_few" | "parity_by_leaving" | "interrupted" | "removed" | null;
        };
        /** @description Everything, told to all at the end of a round. */
        EspiaReveal: {
            /** @description The place. */
            place: components["schemas"]["CardFace"];
            /** @description Who everybody was, by player. */
            cards: {
                [key: string]: components["schemas"]["RevealedCard"];
            };
            /** @description What was guessed; null if nothing was. */
            guess: components["schemas"]["CardFace"] | null;
            /** @description Those that were closed, in order. */
            accusations: components["schemas"]["RevealedAccusation"][];
            /** @description Everybody points at somebody at once; null but then. */
            pointing: {
                [key: string]: components["schemas"]["PlayerId"];
            } | null;
        };
        /** @description The room as everybody in it sees it. */
        EspiaRoom: {
            /** @description The five characters by which people find the room. */
            code: string;
            /** @description The page on which a player enters the room. */
            join_url: string;
            /**
             * @description The id of the game.
             * @constant
             */
            game: "espia";
            /**
             * @description The language of the room.
             * @enum {unknown}
             */
            locale: "es";
            /**
             * @description Where the game is.
             * @enum {unknown}
             */
            phase: "lobby" | "dealt" | "round_over" | "match_over" | "closed" | "questions" | "accusation" | "pointing" | "last_chance";
            /** @description Who has the host's rights; null once everybody has left. */
            host: components["schemas"]["PlayerId"] | null;
            /** @description What the host has chosen. */
            options: components["schemas"]["EspiaOptions"];
            /** @description The deck that the room plays with: what to ask `GET /v1/decks/{id}?version=` with. */
            deck: components["schemas"]["DeckPin"];
            /** @description The number of the match in this room; a rematch is the next. */
            match: number;
            /** @description Rounds of this match that counted. */
            rounds_played: number;
            /** @description How many a match has; null without end. */
            rounds_total: number | null;
            /** @description How many may play. */
            max_players: number;
            /** @description Everybody who ever sat down in this match, in seat order. */
            players: components["schemas"]["Player"][];
            /** @description The places at the end of the match, best first; null before. */
            standings: components["schemas"]["Standing"][] | null;
        };
        /** @description What everybody sees of a round. */
        EspiaRound: {
            /** @description The number of the round in its match. */
            number: number;
            /** @description The deck that the round is played with: the id of one of ours, or `own:<id>@<version>` for one of the tenant's own. */
            deck: string;
            /** @description Who asks; whoever answers asks next. */
            asker: components["schemas"]["PlayerId"] | null;
            /** @description Who has asked the `asker`, and may not be asked back. */
            asked_by: components["schemas"]["PlayerId"] | null;
            /** @description The round's clock. Count down from `remaining_ms`, not from your phone's clock. */
            clock: components["schemas"]["Clock"];
            /** @description The time limit of one decision; null without one. */
            timer: components["schemas"]["Timer"] | null;
            /** @description The open one, with its ballot; null without one. */
            accusation: components["schemas"]["Accusation"] | null;
            /** @description Those that were closed, in order. */
            accusations: components["schemas"]["PastAccusation"][];
            /** @description Everybody points at somebody at once; null but then. */
            pointing: components["schemas"]["Pointing"] | null;
            /** @description Who may guess, being found out; null but then. */
            last_chance: components["schemas"]["EspiaLastChance"] | null;
        };
        /** @description All that one seat may know. */
        EspiaView: {
            /** @description Grows exactly when what this seat may know has changed. Apply a view only if it is newer. */
            version: number;
            /** @description Counts the phases (in `impostor` turns, too). Send it along with every action that has it in `actions`: a click that was meant for an earlier phase is refused, and never counts in the next. */
            phase_seq: number;
            /**
             * Format: date-time
             * @description When this view was made, in game time.
             */
            server_time: string;
            /** @description How many times as fast game time runs: 1 in production. Divide `remaining_ms` by it. */
            time_scale: number;
            /** @description The room as everybody in it sees it. */
            room: components["schemas"]["EspiaRoom"];
            /** @description What everybody sees of the round; null before the first deal. */
            round: components["schemas"]["EspiaRound"] | null;
            /** @description What only this seat sees. */
            me: components["schemas"]["EspiaMe"];
            /** @description Everything that the seat may do now, with the values that each field may take. What it lists is accepted, what it does not list is refused: draw your buttons from it. */
            actions: components["schemas"]["EspiaOffer"][];
            /** @description What the host cannot do yet, and why. */
            blocked: components["schemas"]["EspiaBlocked"][];
            /** @description The cards that `{"from": "candidates"}` stands for, and among which a guess is made; left out where the seat needs none. Their names and pictures are in the deck. */
            candidates?: components["schemas"]["CardId"][];
            /** @description How the round ended, everything revealed; null while it is on. */
            result: components["schemas"]["EspiaResult"] | null;
        };
        /** @description What is wrong with one member of a request. */
        Fault: {
            /** @description Which member: a JSON Pointer into the request. */
            pointer: string;
            /**
             * @description What is wrong with it.
             * @enum {string}
             */
            code: "accused_cannot_vote" | "action_id_reused" | "already_accused" | "already_host" | "already_rotated" | "already_voted" | "answer_too_frequent" | "answer_too_rare" | "api_key_required" | "audience_only_watches" | "bot_needs_ready_question" | "bots_not_available" | "cannot_ask_back" | "cannot_choose_self" | "card_too_large" | "cards_alike" | "chat_off" | "chat_read_only" | "clue_contains_word" | "clue_not_shared" | "clue_of_two_grades" | "clue_repeated" | "clue_tells" | "clue_too_long" | "contained_name" | "cyrillic_numeral" | "deck_limit_reached" | "deck_not_found" | "delivery_not_found" | "dotless_yo" | "dots_for_ellipsis" | "eight_questions_hide" | "empty_text" | "forbidden" | "forbidden_word" | "foreign_letter" | "guess_confusable" | "hello_required" | "hint_is_category" | "hint_is_word" | "hint_overused" | "hint_tells" | "hint_too_long" | "homograph_trap" | "host_only" | "host_present" | "humans_only" | "hyphen_for_dash" | "id_form" | "id_repeated" | "id_taken" | "idempotency_key_reused" | "internal_error" | "invalid_api_key" | "invalid_deck" | "invalid_idempotency_key" | "invalid_nickname" | "invalid_options" | "invalid_token" | "invalid_value" | "invisible_character" | "key_not_found" | "last_secret_key" | "list_too_long" | "malformed_json" | "malformed_request" | "message_contains_word" | "method_not_allowed" | "missing" | "missing_blank" | "mixed_scripts" | "name_repeated" | "near_duplicate" | "nickname_taken" | "no_bots" | "no_capital" | "not_all_seen" | "not_asker" | "not_enough_players" | "not_found" | "not_in_round" | "not_nfc" | "not_your_turn" | "origin_not_allowed" | "out_of_range" | "payload_too_large" | "picture_ambiguous" | "picture_missing" | "picture_repeated" | "picture_unknown" | "player_not_found" | "question_repeated" | "question_tells_little_or_much" | "questions_alike" | "request_timeout" | "role_is_place" | "role_overused" | "role_repeated" | "room_closed" | "room_full" | "room_not_found" | "same_clues" | "secret_key_in_browser" | "secret_key_required" | "spy_only" | "stale_phase" | "store_busy" | "straight_quote" | "stray_blank" | "tenant_closing" | "theme_missing" | "theme_repeated" | "three_questions_tell" | "timeout" | "token_revoked" | "too_few_cards" | "too_few_clues" | "too_few_own_roles" | "too_few_questions" | "too_few_roles" | "too_few_words" | "too_large" | "too_long" | "too_many_forms" | "too_many_keys" | "too_many_requests" | "too_many_webhooks" | "too_many_words" | "too_short" | "two_spies_need_seven" | "unhealthy" | "unknown_action" | "unknown_card" | "unknown_cursor" | "unknown_deck" | "unknown_field" | "unknown_game" | "unknown_message" | "unknown_player" | "unknown_theme" | "unsupported_media_type" | "url_not_allowed" | "variant_character" | "webhook_disabled" | "webhook_not_found" | "word_form" | "word_too_long" | "wrong_answers" | "wrong_clue_count" | "wrong_origin" | "wrong_phase" | "wrong_quotes" | "wrong_type";
            /** @description A sentence that may be shown, in the language of `Accept-Language`. */
            detail: string;
        };
        /** @description Something that was found in a deck: an error refuses it, a warning does not. */
        Finding: {
            /**
             * @description An error refuses the deck, a warning does not.
             * @enum {unknown}
             */
            severity: "error" | "warning";
            /**
             * @description What was found.
             * @enum {string}
             */
            code: "accused_cannot_vote" | "action_id_reused" | "already_accused" | "already_host" | "already_rotated" | "already_voted" | "answer_too_frequent" | "answer_too_rare" | "api_key_required" | "audience_only_watches" | "bot_needs_ready_question" | "bots_not_available" | "cannot_ask_back" | "cannot_choose_self" | "card_too_large" | "cards_alike" | "chat_off" | "chat_read_only" | "clue_contains_word" | "clue_not_shared" | "clue_of_two_grades" | "clue_repeated" | "clue_tells" | "clue_too_long" | "contained_name" | "cyrillic_numeral" | "deck_limit_reached" | "deck_not_found" | "delivery_not_found" | "dotless_yo" | "dots_for_ellipsis" | "eight_questions_hide" | "empty_text" | "forbidden" | "forbidden_word" | "foreign_letter" | "guess_confusable" | "hello_required" | "hint_is_category" | "hint_is_word" | "hint_overused" | "hint_tells" | "hint_too_long" | "homograph_trap" | "host_only" | "host_present" | "humans_only" | "hyphen_for_dash" | "id_form" | "id_repeated" | "id_taken" | "idempotency_key_reused" | "internal_error" | "invalid_api_key" | "invalid_deck" | "invalid_idempotency_key" | "invalid_nickname" | "invalid_options" | "invalid_token" | "invalid_value" | "invisible_character" | "key_not_found" | "last_secret_key" | "list_too_long" | "malformed_json" | "malformed_request" | "message_contains_word" | "method_not_allowed" | "missing" | "missing_blank" | "mixed_scripts" | "name_repeated" | "near_duplicate" | "nickname_taken" | "no_bots" | "no_capital" | "not_all_seen" | "not_asker" | "not_enough_players" | "not_found" | "not_in_round" | "not_nfc" | "not_your_turn" | "origin_not_allowed" | "out_of_range" | "payload_too_large" | "picture_ambiguous" | "picture_missing" | "picture_repeated" | "picture_unknown" | "player_not_found" | "question_repeated" | "question_tells_little_or_much" | "questions_alike" | "request_timeout" | "role_is_place" | "role_overused" | "role_repeated" | "room_closed" | "room_full" | "room_not_found" | "same_clues" | "secret_key_in_browser" | "secret_key_required" | "spy_only" | "stale_phase" | "store_busy" | "straight_quote" | "stray_blank" | "tenant_closing" | "theme_missing" | "theme_repeated" | "three_questions_tell" | "timeout" | "token_revoked" | "too_few_cards" | "too_few_clues" | "too_few_own_roles" | "too_few_questions" | "too_few_roles" | "too_few_words" | "too_large" | "too_long" | "too_many_forms" | "too_many_keys" | "too_many_requests" | "too_many_webhooks" | "too_many_words" | "too_short" | "two_spies_need_seven" | "unhealthy" | "unknown_action" | "unknown_card" | "unknown_cursor" | "unknown_deck" | "unknown_field" | "unknown_game" | "unknown_message" | "unknown_player" | "unknown_theme" | "unsupported_media_type" | "url_not_allowed" | "variant_character" | "webhook_disabled" | "webhook_not_found" | "word_form" | "word_too_long" | "wrong_answers" | "wrong_clue_count" | "wrong_origin" | "wrong_phase" | "wrong_quotes" | "wrong_type";
            /** @description The id of the card; null where it is about the whole deck. */
            card: string | null;
            /** @description A sentence that may be shown, in the language of `Accept-Language`. */
            detail: string;
        };
        /** @description End the match here. */
        FinishAction: {
            /** @constant */
            type: "finish";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description End the match here. */
        FinishOffer: {
            /** @constant */
            type: "finish";
            /** @description Send this along. */
            phase_seq: number;
        };
        /** @description A finished round of any game. */
        FinishedRound: components["schemas"]["EspiaFinishedRound"] | components["schemas"]["ImpostorFinishedRound"] | components["schemas"]["ShpionFinishedRound"];
        /** @description A game of the lobby screen. */
        GameInfo: {
            /**
             * @description The game's id.
             * @enum {string}
             */
            id: "espia" | "impostor" | "shpion";
            /** @description Which kind of game it is. */
            family: string;
            /** @description What it is called, in the language asked for. */
            title: string;
            /** @description For how many. */
            players: components["schemas"]["PlayerRange"];
            /** @description A JSON Schema of the game's options, with their defaults. */
            options: {
                [key: string]: unknown;
            };
            /** @description In which languages it can be played. */
            locales: string[];
            /** @description Whether bots may play. */
            bots: boolean;
            /** @description Whether there is a chat. */
            chat: boolean;
        };
        /** @description What can be played. */
        Games: {
            /** @description The games, in the order in which they are offered. */
            games: components["schemas"]["GameInfo"][];
            /** @description Where to open a socket. */
            ws_url: string;
        };
        /** @description A picture and whom to thank for it; its licence asks you to show that. */
        Image: {
            /** @description Where it is. */
            url: string;
            /** @description Who made it. */
            author: string;
            /** @description Under which licence. */
            licence: string;
            /** @description Where it comes from: a page to link to. */
            source: string;
        };
        /** @description An action of `impostor`. */
        ImpostorAction: components["schemas"]["ImpostorConfigureAction"] | components["schemas"]["DealAction"] | components["schemas"]["AddBotAction"] | components["schemas"]["RemoveAction"] | components["schemas"]["MakeHostAction"] | components["schemas"]["ClaimHostAction"] | components["schemas"]["LeaveAction"] | components["schemas"]["TickAction"] | components["schemas"]["SeenAction"] | components["schemas"]["StartAction"] | components["schemas"]["InterruptAction"] | components["schemas"]["FinishAction"] | components["schemas"]["RematchAction"] | components["schemas"]["ImpostorClueAction"] | components["schemas"]["BallotVoteAction"] | components["schemas"]["ImpostorGuessAction"];
        /** @description Something that is the host's to do, but not possible yet, and why. */
        ImpostorBlocked: {
            /**
             * @description The action.
             * @enum {unknown}
             */
            type: "add_bot" | "claim_host" | "clue" | "configure" | "deal" | "finish" | "guess" | "interrupt" | "leave" | "make_host" | "rematch" | "remove" | "seen" | "start" | "tick" | "vote";
            /**
             * @description Why not yet.
             * @enum {unknown}
             */
            code: "not_all_seen" | "not_enough_players" | "room_full";
            /** @description A sentence that may be shown, in the language of `Accept-Language`. */
            detail: string;
        };
        /** @description A card: civilians hold the word; impostors some help, and their partners if they know each other. */
        ImpostorCard: {
            /**
             * @description What the card makes of its holder.
             * @enum {unknown}
             */
            kind: "civilian" | "impostor";
            /** @description The word. */
            word: components["schemas"]["WordFace"] | null;
            /** @description What impostors are told of the word. */
            help: components["schemas"]["ImpostorHelp"] | null;
            /** @description The other impostors, if they know each other; else null. */
            partners: components["schemas"]["PlayerId"][] | null;
        };
        /** @description Say something of the word in a word or two; without a text it was said aloud. */
        ImpostorClueAction: {
            /** @constant */
            type: "clue";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description A word or two; left out, or null, where it was said aloud. */
            text?: string | null;
        };
        /** @description Say something of the word in a word or two; without a text it was said aloud. */
        ImpostorClueOffer: {
            /** @constant */
            type: "clue";
            /** @description Send this along. */
            phase_seq: number;
            /** @description What it says. Show it as text, never as HTML. */
            text?: components["schemas"]["TextLimits"];
        };
        /** @description Change some of the room's options; the others stay. */
        ImpostorConfigureAction: {
            /** @constant */
            type: "configure";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description What the host has chosen. */
            options: components["schemas"]["ImpostorOptionsChange"];
        };
        /** @description Change some of the room's options; the others stay. */
        ImpostorConfigureOffer: {
            /** @constant */
            type: "configure";
            /** @description Send this along. */
            phase_seq: number;
            /** @description A JSON Schema for each option. */
            options: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description A finished round, everything revealed. */
        ImpostorFinishedRound: {
            /** @description The number of the match in this room; a rematch is the next. */
            match: number;
            /** @description The number of the round in its match. */
            number: number;
            /**
             * Format: date-time
             * @description When the round ended, in game time.
             */
            ended_at: string;
            /** @description What everybody in the round was called, by player. */
            nicknames: {
                [key: string]: string;
            };
            /** @description How the round ended, everything revealed; null while it is on. */
            result: components["schemas"]["ImpostorResult"];
        };
        /** @description The last impostor names the word. */
        ImpostorGuessAction: {
            /** @constant */
            type: "guess";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description The word, as you would write it: capitals and accents make no difference. */
            word: string;
        };
        /** @description The last impostor names the word. */
        ImpostorGuessOffer: {
            /** @constant */
            type: "guess";
            /** @description Send this along. */
            phase_seq: number;
            /** @description The word. */
            word: components["schemas"]["TextLimits"];
        };
        /** @description What an impostor is told of the word, as far as the room grants it. */
        ImpostorHelp: {
            /** @description The id of the word's category, where the room grants it; else null. */
            category: string | null;
            /** @description What the category is called. */
            category_name: string | null;
            /** @description A hint at the word, where the room grants it; else null. */
            hint: string | null;
        };
        /** @description The last impostor to go out, who may still name the word. */
        ImpostorLastChance: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
        };
        /** @description What one player alone sees: their card, and their vote in the open ballot. */
        ImpostorMe: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description The secret card; null before the first deal, and for whoever was dealt none. */
            card: components["schemas"]["ImpostorCard"] | null;
            /** @description Your own vote in the open ballot. Null with you among `voted` is a blank one. */
            vote?: components["schemas"]["PlayerId"] | null;
        };
        /** @description What the seat may do now; by `type`. */
        ImpostorOffer: components["schemas"]["ImpostorConfigureOffer"] | components["schemas"]["DealOffer"] | components["schemas"]["AddBotOffer"] | components["schemas"]["RemoveOffer"] | components["schemas"]["MakeHostOffer"] | components["schemas"]["ClaimHostOffer"] | components["schemas"]["LeaveOffer"] | components["schemas"]["TickOffer"] | components["schemas"]["SeenOffer"] | components["schemas"]["StartOffer"] | components["schemas"]["InterruptOffer"] | components["schemas"]["FinishOffer"] | components["schemas"]["RematchOffer"] | components["schemas"]["ImpostorClueOffer"] | components["schemas"]["BallotVoteOffer"] | components["schemas"]["ImpostorGuessOffer"];
        /** @description The options of the room. */
        ImpostorOptions: {
            /**
             * @description How many impostors there are: a number, as many as suit the table, or a secret number.
             * @enum {unknown}
             */
            impostors: "auto" | "random" | 1 | 2 | 3 | 4 | 5;
            /**
             * @description What impostors are told of the word.
             * @enum {unknown}
             */
            help: "category" | "hint" | "none";
            /**
             * @description How many laps of clues there are before the first ballot.
             * @enum {unknown}
             */
            laps: 2 | 1 | 3;
            /**
             * @description How many words a match has.
             * @enum {unknown}
             */
            words: 3 | 1 | 5 | 8;
            /**
             * @description Whether impostors are told who the others are.
             * @enum {unknown}
             */
            impostors_know_each_other: false | true;
            /** @description From which categories words are dealt. */
            categories: ("animales" | "comida" | "bebidas-y-dulces" | "lugares" | "profesiones" | "cosas-de-casa" | "deportes" | "transporte" | "naturaleza" | "cuerpo-humano" | "ropa" | "musica" | "paises-y-ciudades" | "fiestas" | "ocio" | "fantasia" | "tecnologia" | "escuela-y-oficina" | "cine-y-television")[];
            /**
             * @description How clues are given: written, or spoken aloud.
             * @enum {unknown}
             */
            clues: "written" | "spoken";
            /** @description Time for a clue; null without limit. */
            clue_seconds: number | null;
            /** @description Time for a ballot, and for pointing; null without limit. */
            vote_seconds: number | null;
            /** @description Time for a guess; null without limit. */
            guess_seconds: number | null;
            /**
             * @description How well bots play.
             * @enum {unknown}
             */
            bot_level: "normal" | "easy" | "hard";
        };
        /** @description The options to change; the others stay. Without any, those of a new room. */
        ImpostorOptionsChange: {
            /**
             * @description How many impostors there are: a number, as many as suit the table, or a secret number.
             * @default auto
             * @enum {unknown}
             */
            impostors?: "auto" | "random" | 1 | 2 | 3 | 4 | 5;
            /**
             * @description What impostors are told of the word.
             * @default category
             * @enum {unknown}
             */
            help?: "category" | "hint" | "none";
            /**
             * @description How many laps of clues there are before the first ballot.
             * @default 2
             * @enum {unknown}
             */
            laps?: 2 | 1 | 3;
            /**
             * @description How many words a match has.
             * @default 3
             * @enum {unknown}
             */
            words?: 3 | 1 | 5 | 8;
            /**
             * @description Whether impostors are told who the others are.
             * @default false
             * @enum {unknown}
             */
            impostors_know_each_other?: false | true;
            /**
             * @description From which categories words are dealt.
             * @default [
             *       "animales",
             *       "comida",
             *       "bebidas-y-dulces",
             *       "lugares",
             *       "profesiones",
             *       "cosas-de-casa",
             *       "deportes",
             *       "transporte",
             *       "naturaleza",
             *       "cuerpo-humano",
             *       "ropa",
             *       "musica",
             *       "paises-y-ciudades",
             *       "fiestas",
             *       "ocio",
             *       "fantasia",
             *       "tecnologia",
             *       "escuela-y-oficina",
             *       "cine-y-television"
             *     ]
             */
            categories?: ("animales" | "comida" | "bebidas-y-dulces" | "lugares" | "profesiones" | "cosas-de-casa" | "deportes" | "transporte" | "naturaleza" | "cuerpo-humano" | "ropa" | "musica" | "paises-y-ciudades" | "fiestas" | "ocio" | "fantasia" | "tecnologia" | "escuela-y-oficina" | "cine-y-television")[];
            /**
             * @description How clues are given: written, or spoken aloud.
             * @default written
             * @enum {unknown}
             */
            clues?: "written" | "spoken";
            /**
             * @description Time for a clue; null without limit.
             * @default 60
             */
            clue_seconds?: number | null;
            /**
             * @description Time for a ballot, and for pointing; null without limit.
             * @default 90
             */
            vote_seconds?: number | null;
            /**
             * @description Time for a guess; null without limit.
             * @default 45
             */
            guess_seconds?: number | null;
            /**
             * @description How well bots play.
             * @default normal
             * @enum {unknown}
             */
            bot_level?: "normal" | "easy" | "hard";
        };
        /** @description The end of a round: how, who won, everything revealed, points by whom and why. */
        ImpostorResult: {
            /**
             * @description How the round ended.
             * @enum {unknown}
             */
            outcome: "impostors_out" | "impostor_guessed" | "impostors_parity" | "ballots_exhausted" | "void";
            /**
             * @description Who won; null if nobody did.
             * @enum {unknown}
             */
            winners: "civilians" | "impostors" | null;
            /** @description Everything that was secret. */
            reveal: components["schemas"]["ImpostorReveal"];
            /** @description What everybody got. */
            points: components["schemas"]["PlayerPoints"][];
            /**
             * @description Why the round counts for nothing; null if it counts.
             * @enum {unknown}
             */
            void_reason: "spy_left" | "too_few" | "parity_by_leaving" | "interrupted" | "removed" | null;
        };
        /** @description Everything, told to all at the end of a word; `guess` as it was typed. */
        ImpostorReveal: {
            /** @description The word. */
            word: components["schemas"]["WordFace"];
            /** @description Who everybody was, by player. */
            cards: {
                [key: string]: components["schemas"]["ImpostorRevealedCard"];
            };
            /** @description What was guessed, as it was typed; null if nothing was. */
            guess: string | null;
            /** @description Every ballot of the word, one that was broken off included. */
            ballots: components["schemas"]["ClosedBallot"][];
        };
        /** @description Who somebody was. */
        ImpostorRevealedCard: {
            /**
             * @description What the card makes of its holder.
             * @enum {unknown}
             */
            kind: "civilian" | "impostor";
        };
        /** @description The room as everybody in it sees it. */
        ImpostorRoom: {
            /** @description The five characters by which people find the room. */
            code: string;
            /** @description The page on which a player enters the room. */
            join_url: string;
            /**
             * @description The id of the game.
             * @constant
             */
            game: "impostor";
            /**
             * @description The language of the room.
             * @enum {unknown}
             */
            locale: "es";
            /**
             * @description Where the game is.
             * @enum {unknown}
             */
            phase: "lobby" | "dealt" | "round_over" | "match_over" | "closed" | "clues" | "ballot" | "last_chance";
            /** @description Who has the host's rights; null once everybody has left. */
            host: components["schemas"]["PlayerId"] | null;
            /** @description What the host has chosen. */
            options: components["schemas"]["ImpostorOptions"];
            /** @description The deck that the room plays with: what to ask `GET /v1/decks/{id}?version=` with. */
            deck: components["schemas"]["DeckPin"];
            /** @description The number of the match in this room; a rematch is the next. */
            match: number;
            /** @description Rounds of this match that counted. */
            rounds_played: number;
            /** @description How many a match has; null without end. */
            rounds_total: number | null;
            /** @description How many may play. */
            max_players: number;
            /** @description Everybody who ever sat down in this match, in seat order. */
            players: components["schemas"]["Player"][];
            /** @description The places at the end of the match, best first; null before. */
            standings: components["schemas"]["Standing"][] | null;
        };
        /** @description What everybody sees of a word. `laps` are those before the next ballot; `impostors` and `ballots_left` are null while the number of impostors is secret. */
        ImpostorRound: {
            /** @description The number of the round in its match. */
            number: number;
            /** @description The deck that the round is played with: the id of one of ours, or `own:<id>@<version>` for one of the tenant's own. */
            deck: string;
            /** @description How many laps there are before the next ballot. */
            laps: number;
            /** @description How many impostors there are; null while that is secret. */
            impostors: number | null;
            /** @description How many ballots may still be held; null while that would tell the secret number of impostors. */
            ballots_left: number | null;
            /** @description Who opens every lap. */
            opener: components["schemas"]["PlayerId"] | null;
            /** @description Whose turn it is; null outside `clues`. */
            turn: components["schemas"]["PlayerId"] | null;
            /** @description Which lap it is, from 1; 0 before the first. */
            lap: number;
            /** @description The round's clock. Count down from `remaining_ms`, not from your phone's clock. */
            clock: components["schemas"]["Clock"];
            /** @description The time limit of one decision; null without one. */
            timer: components["schemas"]["Timer"] | null;
            /** @description Every clue, in the order in which they were given. */
            clues: components["schemas"]["Clue"][];
            /** @description Who has voted in the open ballot. */
            voted: components["schemas"]["PlayerId"][];
            /** @description The closed ones, in order. */
            ballots: components["schemas"]["ClosedBallot"][];
            /** @description Who may guess, being found out; null but then. */
            last_chance: components["schemas"]["ImpostorLastChance"] | null;
        };
        /** @description All that one seat may know. */
        ImpostorView: {
            /** @description Grows exactly when what this seat may know has changed. Apply a view only if it is newer. */
            version: number;
            /** @description Counts the phases (in `impostor` turns, too). Send it along with every action that has it in `actions`: a click that was meant for an earlier phase is refused, and never counts in the next. */
            phase_seq: number;
            /**
             * Format: date-time
             * @description When this view was made, in game time.
             */
            server_time: string;
            /** @description How many times as fast game time runs: 1 in production. Divide `remaining_ms` by it. */
            time_scale: number;
            /** @description The room as everybody in it sees it. */
            room: components["schemas"]["ImpostorRoom"];
            /** @description What everybody sees of the round; null before the first deal. */
            round: components["schemas"]["ImpostorRound"] | null;
            /** @description What only this seat sees. */
            me: components["schemas"]["ImpostorMe"];
            /** @description Everything that the seat may do now, with the values that each field may take. What it lists is accepted, what it does not list is refused: draw your buttons from it. */
            actions: components["schemas"]["ImpostorOffer"][];
            /** @description What the host cannot do yet, and why. */
            blocked: components["schemas"]["ImpostorBlocked"][];
            /** @description The cards that `{"from": "candidates"}` stands for, and among which a guess is made; left out where the seat needs none. Their names and pictures are in the deck. */
            candidates?: components["schemas"]["CardId"][];
            /** @description How the round ended, everything revealed; null while it is on. */
            result: components["schemas"]["ImpostorResult"] | null;
        };
        /** @description Break the round off: no points for anybody. */
        InterruptAction: {
            /** @constant */
            type: "interrupt";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Break the round off: no points for anybody. */
        InterruptOffer: {
            /** @constant */
            type: "interrupt";
            /** @description Send this along. */
            phase_seq: number;
        };
        /** @description Leave for good. */
        LeaveAction: {
            /** @constant */
            type: "leave";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Leave for good. */
        LeaveOffer: {
            /** @constant */
            type: "leave";
        };
        /** @description A licence of pictures. */
        Licence: {
            /** @description Its SPDX identifier. */
            id: string;
            /** @description What it is called. */
            name: string;
            /** @description Its text. */
            url: string;
        };
        /** @description The host hands the room to somebody else. */
        MakeHostAction: {
            /** @constant */
            type: "make_host";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Who is to be host. */
            player: components["schemas"]["PlayerId"];
        };
        /** @description The host hands the room to somebody else. */
        MakeHostOffer: {
            /** @constant */
            type: "make_host";
            /** @description Any one of these. */
            player: components["schemas"]["PlayerId"][];
        };
        /** @description Somebody said something; the same for all. */
        MessagePushed: {
            /** @description Counts from `"1"` without gaps: a gap is a lost push, so read on from the last one that you have. */
            id: string;
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description What the others call them. */
            nickname: string;
            /** @description What it says. Show it as text, never as HTML. */
            text: string;
            /**
             * Format: date-time
             * @description When, in game time.
             */
            at: string;
            /**
             * @description True once whoever said it was erased: then there is no text.
             * @constant
             */
            erased?: true;
            /** @constant */
            type: "message";
        };
        /** @description Messages of the chat, oldest first. */
        Messages: {
            /** @description The messages, oldest first. */
            messages: components["schemas"]["Said"][];
            /** @description What to put into `?after=` to read on. */
            next: string;
        };
        /** @description Make a room. */
        OpenRoom: {
            /**
             * @description Which game.
             * @enum {unknown}
             */
            game: "espia" | "impostor" | "shpion";
            /** @description What the others call you: 1 to 20 visible characters, at most 700 bytes in UTF-8; more than 40 bytes only while the table has room. */
            nickname: string;
            /**
             * @description In which language the room plays; the game's first by default.
             * @default null
             */
            locale?: string | null;
            /** @description Those that are to differ from their defaults. */
            options?: components["schemas"]["EspiaOptionsChange"] | components["schemas"]["ImpostorOptionsChange"] | components["schemas"]["ShpionOptionsChange"];
            /**
             * @description How many bots sit down at once, in games that have them.
             * @default 0
             */
            bots?: number;
            /**
             * @description The id of a deck of the tenant's own, for this game.
             * @default null
             */
            deck?: string | null;
        };
        /** @description A past accusation as the table knows it during the round: how it ended, never who voted how. */
        PastAccusation: {
            /** @description Who accused. */
            accuser: components["schemas"]["PlayerId"];
            /** @description Who is accused. */
            suspect: components["schemas"]["PlayerId"];
            /**
             * @description How it ended.
             * @enum {unknown}
             */
            result: "failed" | "dropped" | "succeeded";
        };
        /** @description The game came to another phase. */
        PhaseEvent: {
            /** @constant */
            type: "phase";
            /**
             * @description Where the game is.
             * @enum {string}
             */
            phase: "lobby" | "dealt" | "round_over" | "match_over" | "closed" | "questions" | "accusation" | "pointing" | "last_chance" | "clues" | "ballot";
        };
        /** @description A seat and who sits on it. */
        Player: {
            /** @description The seat. */
            id: components["schemas"]["PlayerId"];
            /** @description What the others call them. */
            nickname: string;
            /**
             * @description Whether a person or a bot sits there.
             * @enum {unknown}
             */
            kind: "human" | "bot";
            /**
             * @description What they are at the table: `audience` came while a round was on, `left` stay listed until a rematch (of too many, only who has points or is told of), `out` were voted out.
             * @enum {unknown}
             */
            status: "playing" | "audience" | "out" | "left";
            /** @description A hint of the moment: whether a socket of this seat is open, or something was asked with its token within the last 90 seconds (of the host 60: then others may claim the role). It raises no `version`. */
            connected: boolean;
            /** @description Points of this match. */
            score: number;
            /** @description Whether they have looked at their card. */
            seen: boolean;
        };
        /** @description A seat of the room, in order of entry; never given to anybody else. */
        PlayerId: string;
        /** @description What one player got in a round, and for what. */
        PlayerPoints: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description How many. */
            points: number;
            /** @description What the points were given for, each reason once. */
            because: ("team_win" | "right_accusation" | "right_vote" | "first_accuser" | "word_guessed" | "vote_on_impostor")[];
        };
        /** @description For how many players a game is. */
        PlayerRange: {
            /** @description At least. */
            min: number;
            /** @description At most. */
            max: number;
        };
        /** @description Point at a player, in secret. */
        PointAction: {
            /** @constant */
            type: "point";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description At whom you point; it may be changed until the last one has pointed. */
            suspect: components["schemas"]["PlayerId"];
        };
        /** @description Point at a player, in secret. */
        PointOffer: {
            /** @constant */
            type: "point";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            suspect: components["schemas"]["PlayerId"][];
        };
        /** @description Who has pointed; at whom is told to all at once, when the last one has. */
        Pointing: {
            /** @description Who has pointed. */
            pointed: components["schemas"]["PlayerId"][];
            /** @description Who pointed at whom, once all have; null before. */
            votes: {
                [key: string]: components["schemas"]["PlayerId"];
            } | null;
        };
        /** @description The version of your view as it is now. If it is newer than what you show, say hello again. */
        Pong: {
            /** @constant */
            type: "pong";
            /** @description Of your view as it is now. */
            version: number;
        };
        /** @description Why something failed (RFC 9457). Switch on `code`, show `detail`. */
        Problem: {
            /** @description The same for the same `code`; it names a problem and is no address. */
            type: string;
            /** @description A short name for it, in the language of `Accept-Language`. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description A sentence that may be shown, in the language of `Accept-Language`. */
            detail: string;
            /**
             * @description What it is. Switch on this; it is never renamed.
             * @enum {string}
             */
            code: "accused_cannot_vote" | "action_id_reused" | "already_accused" | "already_host" | "already_rotated" | "already_voted" | "api_key_required" | "audience_only_watches" | "bot_needs_ready_question" | "bots_not_available" | "cannot_ask_back" | "cannot_choose_self" | "chat_off" | "chat_read_only" | "clue_contains_word" | "deck_limit_reached" | "deck_not_found" | "delivery_not_found" | "forbidden" | "hello_required" | "host_only" | "host_present" | "humans_only" | "idempotency_key_reused" | "internal_error" | "invalid_api_key" | "invalid_deck" | "invalid_idempotency_key" | "invalid_nickname" | "invalid_options" | "invalid_token" | "invalid_value" | "key_not_found" | "last_secret_key" | "malformed_json" | "malformed_request" | "message_contains_word" | "method_not_allowed" | "nickname_taken" | "not_all_seen" | "not_asker" | "not_enough_players" | "not_found" | "not_in_round" | "not_your_turn" | "origin_not_allowed" | "payload_too_large" | "player_not_found" | "request_timeout" | "room_closed" | "room_full" | "room_not_found" | "secret_key_in_browser" | "secret_key_required" | "spy_only" | "stale_phase" | "store_busy" | "tenant_closing" | "timeout" | "token_revoked" | "too_many_keys" | "too_many_requests" | "too_many_webhooks" | "two_spies_need_seven" | "unhealthy" | "unknown_action" | "unknown_card" | "unknown_deck" | "unknown_field" | "unknown_game" | "unknown_message" | "unknown_player" | "unsupported_media_type" | "webhook_disabled" | "webhook_not_found" | "wrong_phase";
            /** @description Whether the same request may succeed a moment later. */
            retryable: boolean;
            /** @description What is wrong with which member of the request; the first sixteen. */
            errors?: components["schemas"]["Fault"][];
            /** @description All that was found in the deck, in its order. */
            report?: components["schemas"]["Finding"][];
            /** @description How long to wait before asking again. */
            retry_after_seconds?: number;
            /** @description Name it when you ask about this; it is in the header `X-Request-Id`, too. */
            request_id?: string;
        };
        /** @description A ready-made question. */
        Question: {
            /** @description What to send as `question`. */
            id: string;
            /** @description What to show. */
            text: string;
        };
        /** @description A ready-made question and what may be answered to it. */
        QuestionWithOptions: {
            /** @description What to send as `question`. */
            id: string;
            /** @description What to show. */
            text: string;
            /** @description What may be answered to it. */
            options: components["schemas"]["AnswerOption"][];
        };
        /** @description Not done, and why; the `id` is that of your message, if it could be read. */
        Refused: {
            /** @constant */
            type: "refused";
            /** @description The id of your message; null if it could not be read. */
            id: string | null;
            /** @description Why not. */
            problem: components["schemas"]["Problem"];
        };
        /** @description Begin a new match with the same people. */
        RematchAction: {
            /** @constant */
            type: "rematch";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Begin a new match with the same people. */
        RematchOffer: {
            /** @constant */
            type: "rematch";
            /** @description Send this along. */
            phase_seq: number;
        };
        /** @description The host shows somebody the door. */
        RemoveAction: {
            /** @constant */
            type: "remove";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Who is shown the door. */
            player: components["schemas"]["PlayerId"];
        };
        /** @description The host shows somebody the door. */
        RemoveOffer: {
            /** @constant */
            type: "remove";
            /** @description Any one of these. */
            player: components["schemas"]["PlayerId"][];
        };
        /** @description A past accusation with its votes, as the reveal tells it. */
        RevealedAccusation: {
            /** @description Who accused. */
            accuser: components["schemas"]["PlayerId"];
            /** @description Who is accused. */
            suspect: components["schemas"]["PlayerId"];
            /** @description Who said yes and who no, by player. */
            votes: {
                [key: string]: boolean;
            };
        };
        /** @description Who somebody was. */
        RevealedCard: {
            /**
             * @description What the card makes of its holder.
             * @enum {unknown}
             */
            kind: "resident" | "spy";
            /** @description The role that they had; null for spies, and where the card was no place. */
            role: string | null;
        };
        /** @description The finished rounds, oldest first. */
        Rounds: {
            /** @description The finished rounds, oldest first. */
            rounds: components["schemas"]["FinishedRound"][];
        };
        /** @description A message of the chat. Show its text as text, never as HTML. */
        Said: {
            /** @description Counts from `"1"` without gaps. */
            id: string;
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description What the others call them. */
            nickname: string;
            /** @description What it says. Show it as text, never as HTML. */
            text: string;
            /**
             * Format: date-time
             * @description When, in game time.
             */
            at: string;
            /**
             * @description True once whoever said it was erased: then there is no text.
             * @constant
             */
            erased?: true;
        };
        /** @description The answer to whoever got a seat. Keep the token: it is the seat. */
        Seated: {
            /** @description Your seat. */
            player: components["schemas"]["PlayerId"];
            /** @description `pt_…`: it opens the seat. Send it as `Authorization: Bearer`, never in an address. */
            token: string;
            /** @description Where to open a socket. */
            ws_url: string;
            /** @description All that the seat may know. */
            view: components["schemas"]["View"];
        };
        /** @description How many sit at the table, and how many may. */
        Seats: {
            /** @description How many sit there. */
            seated: number;
            /** @description How many may sit there. */
            max: number;
        };
        /** @description I have looked at my card. */
        SeenAction: {
            /** @constant */
            type: "seen";
            /** @description Not needed; a stale one is refused. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description I have looked at my card. */
        SeenOffer: {
            /** @constant */
            type: "seen";
        };
        /** @description Whatever a client is told. */
        ServerMessage: components["schemas"]["Welcome"] | components["schemas"]["ViewPushed"] | components["schemas"]["Ack"] | components["schemas"]["Refused"] | components["schemas"]["MessagePushed"] | components["schemas"]["Pong"] | components["schemas"]["Bye"];
        /** @description An action of `shpion`. */
        ShpionAction: components["schemas"]["ShpionConfigureAction"] | components["schemas"]["DealAction"] | components["schemas"]["AddBotAction"] | components["schemas"]["RemoveAction"] | components["schemas"]["MakeHostAction"] | components["schemas"]["ClaimHostAction"] | components["schemas"]["LeaveAction"] | components["schemas"]["TickAction"] | components["schemas"]["SeenAction"] | components["schemas"]["StartAction"] | components["schemas"]["ShpionCrossOutAction"] | components["schemas"]["InterruptAction"] | components["schemas"]["FinishAction"] | components["schemas"]["RematchAction"] | components["schemas"]["ShpionAskAction"] | components["schemas"]["ShpionAnswerAction"] | components["schemas"]["ShpionPassTurnAction"] | components["schemas"]["AccuseAction"] | components["schemas"]["ShpionGuessAction"] | components["schemas"]["AccusationVoteAction"] | components["schemas"]["PointAction"];
        /** @description Answer a ready-made question with an option, any other in one's own words; without a text, aloud. */
        ShpionAnswerAction: {
            /** @constant */
            type: "answer";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description The id of an option of the theme, to a ready-made question. */
            option?: string | null;
            /** @description In your own words, to any other; left out, or empty, where it was said aloud. */
            text?: string | null;
        };
        /** @description Answer a ready-made question with an option, any other in one's own words; without a text, aloud. */
        ShpionAnswerOffer: {
            /** @constant */
            type: "answer";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            option?: string[];
            /** @description What it says. Show it as text, never as HTML. */
            text?: components["schemas"]["TextLimits"];
        };
        /** @description Put a ready-made question of the theme, by its id, or one of one's own; an empty text: said aloud. */
        ShpionAskAction: {
            /** @constant */
            type: "ask";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Whom you ask. */
            to: components["schemas"]["PlayerId"];
            /** @description A ready-made question of the theme, by its id. Send this or `text`. */
            question?: string | null;
            /** @description A question in your own words; empty where it is asked aloud. */
            text?: string | null;
        };
        /** @description Put a ready-made question of the theme, by its id, or one of one's own; an empty text: said aloud. */
        ShpionAskOffer: {
            /** @constant */
            type: "ask";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            to: components["schemas"]["PlayerId"][];
            /** @description Any one of these. */
            question?: string[];
            /** @description What it says. Show it as text, never as HTML. */
            text?: components["schemas"]["TextLimits"];
        };
        /** @description Something that is the host's to do, but not possible yet, and why. */
        ShpionBlocked: {
            /**
             * @description The action.
             * @enum {unknown}
             */
            type: "accuse" | "add_bot" | "answer" | "ask" | "claim_host" | "configure" | "cross_out" | "deal" | "finish" | "guess" | "interrupt" | "leave" | "make_host" | "pass_turn" | "point" | "rematch" | "remove" | "seen" | "start" | "tick" | "vote";
            /**
             * @description Why not yet.
             * @enum {unknown}
             */
            code: "not_all_seen" | "not_enough_players" | "room_full";
            /** @description A sentence that may be shown, in the language of `Accept-Language`. */
            detail: string;
        };
        /** @description A card: residents hold the word and, where it is a place, a role in it; the spy neither. */
        ShpionCard: {
            /**
             * @description What the card makes of its holder.
             * @enum {unknown}
             */
            kind: "resident" | "spy";
            /** @description The word. */
            word: components["schemas"]["CardFace"] | null;
            /** @description The role in the place; null for spies, and where the card is no place. */
            role: string | null;
        };
        /** @description One of the options of a ready-made question. */
        ShpionChosen: {
            /**
             * @description The id of the answer.
             * @enum {unknown}
             */
            option: "yes" | "no" | "partly" | "unknown";
        };
        /** @description Change some of the room's options; the others stay. */
        ShpionConfigureAction: {
            /** @constant */
            type: "configure";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description What the host has chosen. */
            options: components["schemas"]["ShpionOptionsChange"];
        };
        /** @description Change some of the room's options; the others stay. */
        ShpionConfigureOffer: {
            /** @constant */
            type: "configure";
            /** @description Send this along. */
            phase_seq: number;
            /** @description A JSON Schema for each option. */
            options: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description A player's private notes: these words are struck out, all others are not. */
        ShpionCrossOutAction: {
            /** @constant */
            type: "cross_out";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description All that are struck out, in the place of those before. */
            words: components["schemas"]["CardId"][];
        };
        /** @description A player's private notes: these words are struck out, all others are not. */
        ShpionCrossOutOffer: {
            /** @constant */
            type: "cross_out";
            /** @description All that are struck out, in the place of those before. */
            words: components["schemas"]["CardChoice"];
        };
        /** @description A finished round, everything revealed. */
        ShpionFinishedRound: {
            /** @description The number of the match in this room; a rematch is the next. */
            match: number;
            /** @description The number of the round in its match. */
            number: number;
            /**
             * Format: date-time
             * @description When the round ended, in game time.
             */
            ended_at: string;
            /** @description What everybody in the round was called, by player. */
            nicknames: {
                [key: string]: string;
            };
            /** @description How the round ended, everything revealed; null while it is on. */
            result: components["schemas"]["ShpionResult"];
        };
        /** @description The spy names the word; right or wrong, it ends the round. */
        ShpionGuessAction: {
            /** @constant */
            type: "guess";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description The word that all others know. */
            word: components["schemas"]["CardId"];
        };
        /** @description The spy names the word; right or wrong, it ends the round. */
        ShpionGuessOffer: {
            /** @constant */
            type: "guess";
            /** @description Send this along. */
            phase_seq: number;
            /** @description The word. */
            word: components["schemas"]["CardChoice"];
        };
        /** @description What one player alone sees: their card, their notes, their own vote and finger. */
        ShpionMe: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description The secret card; null before the first deal, and for whoever was dealt none. */
            card: components["schemas"]["ShpionCard"] | null;
            /** @description Your notes: the cards that you struck out. */
            crossed_out?: components["schemas"]["CardId"][];
            /** @description Your own vote in the open ballot; null before you voted. */
            vote?: boolean | null;
            /** @description At whom you point; null for nobody yet. */
            point?: components["schemas"]["PlayerId"] | null;
        };
        /** @description What the seat may do now; by `type`. */
        ShpionOffer: components["schemas"]["ShpionConfigureOffer"] | components["schemas"]["DealOffer"] | components["schemas"]["AddBotOffer"] | components["schemas"]["RemoveOffer"] | components["schemas"]["MakeHostOffer"] | components["schemas"]["ClaimHostOffer"] | components["schemas"]["LeaveOffer"] | components["schemas"]["TickOffer"] | components["schemas"]["SeenOffer"] | components["schemas"]["StartOffer"] | components["schemas"]["ShpionCrossOutOffer"] | components["schemas"]["InterruptOffer"] | components["schemas"]["FinishOffer"] | components["schemas"]["RematchOffer"] | components["schemas"]["ShpionAskOffer"] | components["schemas"]["ShpionAnswerOffer"] | components["schemas"]["ShpionPassTurnOffer"] | components["schemas"]["AccuseOffer"] | components["schemas"]["ShpionGuessOffer"] | components["schemas"]["AccusationVoteOffer"] | components["schemas"]["PointOffer"];
        /** @description The options of the room. */
        ShpionOptions: {
            /** @description Which themes are played: a preset, or a list of one's own. */
            themes: ("classic" | "culture" | "world" | "everything") | ("places" | "films" | "music" | "books" | "painting" | "geography" | "history")[];
            /**
             * @description Which words: ours, foreign, or any.
             * @enum {unknown}
             */
            origin: "any" | "ours" | "foreign";
            /**
             * @description How long a round takes; null without a clock.
             * @enum {unknown}
             */
            minutes: 10 | 5 | null;
            /** @description How many rounds a match has. */
            rounds: number;
            /** @description Time for a ballot, and for pointing; null without limit. */
            vote_seconds: number | null;
            /**
             * @description How well bots play.
             * @enum {unknown}
             */
            bot_level: "normal" | "easy" | "hard";
        };
        /** @description The options to change; the others stay. Without any, those of a new room. */
        ShpionOptionsChange: {
            /**
             * @description Which themes are played: a preset, or a list of one's own.
             * @default classic
             */
            themes?: ("classic" | "culture" | "world" | "everything") | ("places" | "films" | "music" | "books" | "painting" | "geography" | "history")[];
            /**
             * @description Which words: ours, foreign, or any.
             * @default any
             * @enum {unknown}
             */
            origin?: "any" | "ours" | "foreign";
            /**
             * @description How long a round takes; null without a clock.
             * @default 10
             * @enum {unknown}
             */
            minutes?: 10 | 5 | null;
            /**
             * @description How many rounds a match has.
             * @default 5
             */
            rounds?: number;
            /**
             * @description Time for a ballot, and for pointing; null without limit.
             * @default 120
             */
            vote_seconds?: number | null;
            /**
             * @description How well bots play.
             * @default normal
             * @enum {unknown}
             */
            bot_level?: "normal" | "easy" | "hard";
        };
        /** @description A question in somebody's own words, empty if it was asked aloud. */
        ShpionOwnQuestion: {
            /** @description Who asked. */
            asker: components["schemas"]["PlayerId"];
            /** @description Who is asked. */
            to: components["schemas"]["PlayerId"];
            /** @description The question; empty if it was asked aloud. */
            text: string;
            /** @description The answer; null while it is open, or if it was dropped. */
            answer: components["schemas"]["ShpionChosen"] | components["schemas"]["ShpionWritten"] | components["schemas"]["ShpionSpoken"] | null;
        };
        /** @description The host lets somebody ask in the place of a sleeper; an open question is dropped. */
        ShpionPassTurnAction: {
            /** @constant */
            type: "pass_turn";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
            /** @description Who asks instead. */
            to: components["schemas"]["PlayerId"];
        };
        /** @description The host lets somebody ask in the place of a sleeper; an open question is dropped. */
        ShpionPassTurnOffer: {
            /** @constant */
            type: "pass_turn";
            /** @description Send this along. */
            phase_seq: number;
            /** @description Any one of these. */
            to: components["schemas"]["PlayerId"][];
        };
        /** @description A ready-made question, by its id; without an answer it is open, or was dropped. */
        ShpionReadyQuestion: {
            /** @description Who asked. */
            asker: components["schemas"]["PlayerId"];
            /** @description Who is asked. */
            to: components["schemas"]["PlayerId"];
            /** @description The id of the question. */
            question: string;
            /** @description The answer; null while it is open, or if it was dropped. */
            answer: components["schemas"]["ShpionChosen"] | components["schemas"]["ShpionWritten"] | components["schemas"]["ShpionSpoken"] | null;
        };
        /** @description The end of a round: how, who won, everything revealed, points by whom and why. */
        ShpionResult: {
            /**
             * @description How the round ended.
             * @enum {unknown}
             */
            outcome: "spy_guessed" | "spy_guess_wrong" | "spy_accused" | "innocent_accused" | "spy_pointed" | "innocent_pointed" | "spy_hidden" | "void";
            /**
             * @description Who won; null if nobody did.
             * @enum {unknown}
             */
            winners: "residents" | "spies" | null;
            /** @description Everything that was secret. */
            reveal: components["schemas"]["ShpionReveal"];
            /** @description What everybody got. */
            points: components["schemas"]["PlayerPoints"][];
            /**
             * @description Why the round counts for nothing; null if it counts.
             * @enum {unknown}
             */
            void_reason: "spy_left" | "too_few" | "parity_by_leaving" | "interrupted" | "removed" | null;
        };
        /** @description Everything, told to all at the end of a round. */
        ShpionReveal: {
            /** @description The word that all others knew. */
            word: components["schemas"]["CardFace"];
            /** @description Who everybody was, by player. */
            cards: {
                [key: string]: components["schemas"]["RevealedCard"];
            };
            /** @description What was guessed; null if nothing was. */
            guess: components["schemas"]["CardFace"] | null;
            /** @description Those that were closed, in order. */
            accusations: components["schemas"]["RevealedAccusation"][];
            /** @description Everybody points at somebody at once; null but then. */
            pointing: {
                [key: string]: components["schemas"]["PlayerId"];
            } | null;
        };
        /** @description The room as everybody in it sees it. */
        ShpionRoom: {
            /** @description The five characters by which people find the room. */
            code: string;
            /** @description The page on which a player enters the room. */
            join_url: string;
            /**
             * @description The id of the game.
             * @constant
             */
            game: "shpion";
            /**
             * @description The language of the room.
             * @enum {unknown}
             */
            locale: "ru";
            /**
             * @description Where the game is.
             * @enum {unknown}
             */
            phase: "lobby" | "dealt" | "round_over" | "match_over" | "closed" | "questions" | "accusation" | "pointing";
            /** @description Who has the host's rights; null once everybody has left. */
            host: components["schemas"]["PlayerId"] | null;
            /** @description What the host has chosen. */
            options: components["schemas"]["ShpionOptions"];
            /** @description The deck that the room plays with: what to ask `GET /v1/decks/{id}?version=` with. */
            deck: components["schemas"]["DeckPin"];
            /** @description The number of the match in this room; a rematch is the next. */
            match: number;
            /** @description Rounds of this match that counted. */
            rounds_played: number;
            /** @description How many a match has; null without end. */
            rounds_total: number | null;
            /** @description How many may play. */
            max_players: number;
            /** @description Everybody who ever sat down in this match, in seat order. */
            players: components["schemas"]["Player"][];
            /** @description The places at the end of the match, best first; null before. */
            standings: components["schemas"]["Standing"][] | null;
        };
        /** @description What everybody sees of a round. `asked` owes an answer to the last of the questions; the `asker` of it is null once they have left. `questions_before` were asked before those in `questions`, which are the newest. */
        ShpionRound: {
            /** @description The number of the round in its match. */
            number: number;
            /** @description The deck that the round is played with: the id of one of ours, or `own:<id>@<version>` for one of the tenant's own. */
            deck: string;
            /** @description The theme of the round: what may be asked ready-made, and answered to it. */
            theme: components["schemas"]["Theme"];
            /** @description Who has the turn; null while whoever asked has left. */
            asker: components["schemas"]["PlayerId"] | null;
            /** @description Who has asked the `asker`, and may not be asked back. */
            asked_by: components["schemas"]["PlayerId"] | null;
            /** @description Who owes an answer to the last question; null if nobody does. */
            asked: components["schemas"]["PlayerId"] | null;
            /** @description What was asked, oldest first; a view has room for some. */
            questions: (components["schemas"]["ShpionReadyQuestion"] | components["schemas"]["ShpionOwnQuestion"])[];
            /** @description How many older questions are no longer listed. */
            questions_before: number;
            /** @description The round's clock. Count down from `remaining_ms`, not from your phone's clock. */
            clock: components["schemas"]["Clock"];
            /** @description The time limit of one decision; null without one. */
            timer: components["schemas"]["Timer"] | null;
            /** @description The open one, with its ballot; null without one. */
            accusation: components["schemas"]["Accusation"] | null;
            /** @description Those that were closed, in order. */
            accusations: components["schemas"]["PastAccusation"][];
            /** @description Everybody points at somebody at once; null but then. */
            pointing: components["schemas"]["Pointing"] | null;
        };
        /** @description Said aloud: the room has no record of it. */
        ShpionSpoken: {
            /**
             * @description Answered aloud: the room has no record of it.
             * @constant
             */
            spoken: true;
        };
        /** @description All that one seat may know. */
        ShpionView: {
            /** @description Grows exactly when what this seat may know has changed. Apply a view only if it is newer. */
            version: number;
            /** @description Counts the phases (in `impostor` turns, too). Send it along with every action that has it in `actions`: a click that was meant for an earlier phase is refused, and never counts in the next. */
            phase_seq: number;
            /**
             * Format: date-time
             * @description When this view was made, in game time.
             */
            server_time: string;
            /** @description How many times as fast game time runs: 1 in production. Divide `remaining_ms` by it. */
            time_scale: number;
            /** @description The room as everybody in it sees it. */
            room: components["schemas"]["ShpionRoom"];
            /** @description What everybody sees of the round; null before the first deal. */
            round: components["schemas"]["ShpionRound"] | null;
            /** @description What only this seat sees. */
            me: components["schemas"]["ShpionMe"];
            /** @description Everything that the seat may do now, with the values that each field may take. What it lists is accepted, what it does not list is refused: draw your buttons from it. */
            actions: components["schemas"]["ShpionOffer"][];
            /** @description What the host cannot do yet, and why. */
            blocked: components["schemas"]["ShpionBlocked"][];
            /** @description The cards that `{"from": "candidates"}` stands for, and among which a guess is made; left out where the seat needs none. Their names and pictures are in the deck. */
            candidates?: components["schemas"]["CardId"][];
            /** @description How the round ended, everything revealed; null while it is on. */
            result: components["schemas"]["ShpionResult"] | null;
        };
        /** @description In words of one's own. */
        ShpionWritten: {
            /** @description What it says. Show it as text, never as HTML. */
            text: string;
        };
        /** @description A player's place at the end of a match; ties share the place. */
        Standing: {
            /** @description Whose this is. */
            player: components["schemas"]["PlayerId"];
            /** @description Points of this match. */
            score: number;
            /** @description Ties share it. */
            place: number;
        };
        /** @description Start the round and its clock. */
        StartAction: {
            /** @constant */
            type: "start";
            /** @description `phase_seq` of the view in which this was chosen; a stale one is refused. */
            phase_seq: number;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Start the round and its clock. */
        StartOffer: {
            /** @constant */
            type: "start";
            /** @description Send this along. */
            phase_seq: number;
        };
        /** @description What somebody at the door may know of a room. */
        Summary: {
            /** @description The five characters by which people find the room. */
            code: string;
            /**
             * @description The id of the game.
             * @enum {string}
             */
            game: "espia" | "impostor" | "shpion";
            /**
             * @description Where the game is.
             * @enum {string}
             */
            phase: "lobby" | "dealt" | "round_over" | "match_over" | "closed" | "questions" | "accusation" | "pointing" | "last_chance" | "clues" | "ballot";
            /** @description How many sit at the table. */
            players: components["schemas"]["Seats"];
            /** @description Whether there is a free seat. */
            joinable: boolean;
            /**
             * @description What one would be: a player, or audience until the next deal.
             * @enum {unknown}
             */
            joins_as: "player" | "audience";
        };
        /** @description Free text is wanted: how much of it, and whether it may be left out. */
        TextLimits: {
            /** @description The most characters that it may have. */
            max_length: number;
            /** @description The most words that it may have; null for no such limit. */
            max_words?: number | null;
            /** @description Whether there must be a text. */
            required?: boolean;
            /**
             * @description False where the text may be empty, but not left out.
             * @constant
             */
            nullable?: false;
        };
        /** @description The theme of a round: what may be asked ready-made, and answered to it. */
        Theme: {
            /** @description The theme's id. */
            id: string;
            /** @description What it is called, in the language asked for. */
            title: string;
            /** @description What may be asked ready-made. */
            questions: components["schemas"]["Question"][];
            /** @description What may be answered to any of them. */
            options: components["schemas"]["AnswerOption"][];
        };
        /** @description A theme or category of a deck. */
        ThemeSummary: {
            /** @description The theme's id. */
            id: string;
            /** @description What it is called, in the deck's language. */
            title: string;
            /** @description How many cards it has. */
            count: number;
        };
        /** @description Do nothing, but let due time take effect. */
        TickAction: {
            /** @constant */
            type: "tick";
            /** @description Not needed, and not looked at. */
            phase_seq?: number | null;
            /** @description Yours to choose: the same action with the same id is applied once. */
            action_id?: string | null;
        };
        /** @description Do nothing, but let due time take effect. */
        TickOffer: {
            /** @constant */
            type: "tick";
        };
        /** @description The time limit of one ballot, guess or clue. */
        Timer: {
            /**
             * @description Which decision has a time limit.
             * @enum {unknown}
             */
            for: "clue" | "vote" | "point" | "guess";
            /** @description What is left of it, in game time; null where there is none. */
            remaining_ms: number;
            /**
             * Format: date-time
             * @description When it ends, in game time; null while it stands.
             */
            deadline: string;
        };
        /** @description What a seat may know, by `room.game`. */
        View: components["schemas"]["EspiaView"] | components["schemas"]["ImpostorView"] | components["schemas"]["ShpionView"];
        /** @description What the seat may know has changed. Apply it only if its `version` is newer than what you show. */
        ViewPushed: {
            /** @constant */
            type: "view";
            /** @description All that the seat may know. */
            view: components["schemas"]["View"];
            /** @description Public hints for animation; they may be ignored. */
            events: components["schemas"]["PhaseEvent"][];
        };
        /** @description The answer to `hello`. Open a new socket before the service ends this one. */
        Welcome: {
            /** @constant */
            type: "welcome";
            /** @description All that the seat may know. */
            view: components["schemas"]["View"];
            /**
             * Format: date-time
             * @description When to open a new socket: ten minutes before this one ends. In real time.
             */
            reconnect_before: string;
        };
        /** @description A word as its holder sees it, in both languages. */
        WordFace: {
            /** @description The word's id. */
            id: components["schemas"]["CardId"];
            /** @description In Spanish. */
            es: string;
            /** @description In English. */
            en: string;
            /** @description A picture. */
            image: components["schemas"]["Image"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type Accusation = components['schemas']['Accusation'];
export type AccusationVoteAction = components['schemas']['AccusationVoteAction'];
export type AccusationVoteOffer = components['schemas']['AccusationVoteOffer'];
export type AccuseAction = components['schemas']['AccuseAction'];
export type AccuseOffer = components['schemas']['AccuseOffer'];
export type Ack = components['schemas']['Ack'];
export type Acted = components['schemas']['Acted'];
export type Action = components['schemas']['Action'];
export type AddBotAction = components['schemas']['AddBotAction'];
export type AddBotOffer = components['schemas']['AddBotOffer'];
export type AnswerOption = components['schemas']['AnswerOption'];
export type BallotVoteAction = components['schemas']['BallotVoteAction'];
export type BallotVoteOffer = components['schemas']['BallotVoteOffer'];
export type Bye = components['schemas']['Bye'];
export type CardChoice = components['schemas']['CardChoice'];
export type CardFace = components['schemas']['CardFace'];
export type CardId = components['schemas']['CardId'];
export type ClaimHostAction = components['schemas']['ClaimHostAction'];
export type ClaimHostOffer = components['schemas']['ClaimHostOffer'];
export type Clock = components['schemas']['Clock'];
export type ClosedBallot = components['schemas']['ClosedBallot'];
export type Clue = components['schemas']['Clue'];
export type Collection = components['schemas']['Collection'];
export type Credits = components['schemas']['Credits'];
export type DealAction = components['schemas']['DealAction'];
export type DealOffer = components['schemas']['DealOffer'];
export type Deck = components['schemas']['Deck'];
export type DeckPin = components['schemas']['DeckPin'];
export type DeckSummary = components['schemas']['DeckSummary'];
export type DeckTheme = components['schemas']['DeckTheme'];
export type Decks = components['schemas']['Decks'];
export type Entry = components['schemas']['Entry'];
export type EspiaAction = components['schemas']['EspiaAction'];
export type EspiaBlocked = components['schemas']['EspiaBlocked'];
export type EspiaCard = components['schemas']['EspiaCard'];
export type EspiaConfigureAction = components['schemas']['EspiaConfigureAction'];
export type EspiaConfigureOffer = components['schemas']['EspiaConfigureOffer'];
export type EspiaCrossOutAction = components['schemas']['EspiaCrossOutAction'];
export type EspiaCrossOutOffer = components['schemas']['EspiaCrossOutOffer'];
export type EspiaFinishedRound = components['schemas']['EspiaFinishedRound'];
export type EspiaGuessAction = components['schemas']['EspiaGuessAction'];
export type EspiaGuessOffer = components['schemas']['EspiaGuessOffer'];
export type EspiaLastChance = components['schemas']['EspiaLastChance'];
export type EspiaMe = components['schemas']['EspiaMe'];
export type EspiaOffer = components['schemas']['EspiaOffer'];
export type EspiaOptions = components['schemas']['EspiaOptions'];
export type EspiaOptionsChange = components['schemas']['EspiaOptionsChange'];
export type EspiaPassTurnAction = components['schemas']['EspiaPassTurnAction'];
export type EspiaPassTurnOffer = components['schemas']['EspiaPassTurnOffer'];
export type EspiaResult = components['schemas']['EspiaResult'];
export type EspiaReveal = components['schemas']['EspiaReveal'];
export type EspiaRoom = components['schemas']['EspiaRoom'];
export type EspiaRound = components['schemas']['EspiaRound'];
export type EspiaView = components['schemas']['EspiaView'];
export type Fault = components['schemas']['Fault'];
export type Finding = components['schemas']['Finding'];
export type FinishAction = components['schemas']['FinishAction'];
export type FinishOffer = components['schemas']['FinishOffer'];
export type FinishedRound = components['schemas']['FinishedRound'];
export type GameInfo = components['schemas']['GameInfo'];
export type Games = components['schemas']['Games'];
export type Image = components['schemas']['Image'];
export type ImpostorAction = components['schemas']['ImpostorAction'];
export type ImpostorBlocked = components['schemas']['ImpostorBlocked'];
export type ImpostorCard = components['schemas']['ImpostorCard'];
export type ImpostorClueAction = components['schemas']['ImpostorClueAction'];
export type ImpostorClueOffer = components['schemas']['ImpostorClueOffer'];
export type ImpostorConfigureAction = components['schemas']['ImpostorConfigureAction'];
export type ImpostorConfigureOffer = components['schemas']['ImpostorConfigureOffer'];
export type ImpostorFinishedRound = components['schemas']['ImpostorFinishedRound'];
export type ImpostorGuessAction = components['schemas']['ImpostorGuessAction'];
export type ImpostorGuessOffer = components['schemas']['ImpostorGuessOffer'];
export type ImpostorHelp = components['schemas']['ImpostorHelp'];
export type ImpostorLastChance = components['schemas']['ImpostorLastChance'];
export type ImpostorMe = components['schemas']['ImpostorMe'];
export type ImpostorOffer = components['schemas']['ImpostorOffer'];
export type ImpostorOptions = components['schemas']['ImpostorOptions'];
export type ImpostorOptionsChange = components['schemas']['ImpostorOptionsChange'];
export type ImpostorResult = components['schemas']['ImpostorResult'];
export type ImpostorReveal = components['schemas']['ImpostorReveal'];
export type ImpostorRevealedCard = components['schemas']['ImpostorRevealedCard'];
export type ImpostorRoom = components['schemas']['ImpostorRoom'];
export type ImpostorRound = components['schemas']['ImpostorRound'];
export type ImpostorView = components['schemas']['ImpostorView'];
export type InterruptAction = components['schemas']['InterruptAction'];
export type InterruptOffer = components['schemas']['InterruptOffer'];
export type LeaveAction = components['schemas']['LeaveAction'];
export type LeaveOffer = components['schemas']['LeaveOffer'];
export type Licence = components['schemas']['Licence'];
export type MakeHostAction = components['schemas']['MakeHostAction'];
export type MakeHostOffer = components['schemas']['MakeHostOffer'];
export type MessagePushed = components['schemas']['MessagePushed'];
export type Messages = components['schemas']['Messages'];
export type OpenRoom = components['schemas']['OpenRoom'];
export type PastAccusation = components['schemas']['PastAccusation'];
export type PhaseEvent = components['schemas']['PhaseEvent'];
export type Player = components['schemas']['Player'];
export type PlayerId = components['schemas']['PlayerId'];
export type PlayerPoints = components['schemas']['PlayerPoints'];
export type PlayerRange = components['schemas']['PlayerRange'];
export type PointAction = components['schemas']['PointAction'];
export type PointOffer = components['schemas']['PointOffer'];
export type Pointing = components['schemas']['Pointing'];
export type Pong = components['schemas']['Pong'];
export type Problem = components['schemas']['Problem'];
export type Question = components['schemas']['Question'];
export type QuestionWithOptions = components['schemas']['QuestionWithOptions'];
export type Refused = components['schemas']['Refused'];
export type RematchAction = components['schemas']['RematchAction'];
export type RematchOffer = components['schemas']['RematchOffer'];
export type RemoveAction = components['schemas']['RemoveAction'];
export type RemoveOffer = components['schemas']['RemoveOffer'];
export type RevealedAccusation = components['schemas']['RevealedAccusation'];
export type RevealedCard = components['schemas']['RevealedCard'];
export type Rounds = components['schemas']['Rounds'];
export type Said = components['schemas']['Said'];
export type Seated = components['schemas']['Seated'];
export type Seats = components['schemas']['Seats'];
export type SeenAction = components['schemas']['SeenAction'];
export type SeenOffer = components['schemas']['SeenOffer'];
export type ServerMessage = components['schemas']['ServerMessage'];
export type ShpionAction = components['schemas']['ShpionAction'];
export type ShpionAnswerAction = components['schemas']['ShpionAnswerAction'];
export type ShpionAnswerOffer = components['schemas']['ShpionAnswerOffer'];
export type ShpionAskAction = components['schemas']['ShpionAskAction'];
export type ShpionAskOffer = components['schemas']['ShpionAskOffer'];
export type ShpionBlocked = components['schemas']['ShpionBlocked'];
export type ShpionCard = components['schemas']['ShpionCard'];
export type ShpionChosen = components['schemas']['ShpionChosen'];
export type ShpionConfigureAction = components['schemas']['ShpionConfigureAction'];
export type ShpionConfigureOffer = components['schemas']['ShpionConfigureOffer'];
export type ShpionCrossOutAction = components['schemas']['ShpionCrossOutAction'];
export type ShpionCrossOutOffer = components['schemas']['ShpionCrossOutOffer'];
export type ShpionFinishedRound = components['schemas']['ShpionFinishedRound'];
export type ShpionGuessAction = components['schemas']['ShpionGuessAction'];
export type ShpionGuessOffer = components['schemas']['ShpionGuessOffer'];
export type ShpionMe = components['schemas']['ShpionMe'];
export type ShpionOffer = components['schemas']['ShpionOffer'];
export type ShpionOptions = components['schemas']['ShpionOptions'];
export type ShpionOptionsChange = components['schemas']['ShpionOptionsChange'];
export type ShpionOwnQuestion = components['schemas']['ShpionOwnQuestion'];
export type ShpionPassTurnAction = components['schemas']['ShpionPassTurnAction'];
export type ShpionPassTurnOffer = components['schemas']['ShpionPassTurnOffer'];
export type ShpionReadyQuestion = components['schemas']['ShpionReadyQuestion'];
export type ShpionResult = components['schemas']['ShpionResult'];
export type ShpionReveal = components['schemas']['ShpionReveal'];
export type ShpionRoom = components['schemas']['ShpionRoom'];
export type ShpionRound = components['schemas']['ShpionRound'];
export type ShpionSpoken = components['schemas']['ShpionSpoken'];
export type ShpionView = components['schemas']['ShpionView'];
export type ShpionWritten = components['schemas']['ShpionWritten'];
export type Standing = components['schemas']['Standing'];
export type StartAction = components['schemas']['StartAction'];
export type StartOffer = components['schemas']['StartOffer'];
export type Summary = components['schemas']['Summary'];
export type TextLimits = components['schemas']['TextLimits'];
export type Theme = components['schemas']['Theme'];
export type ThemeSummary = components['schemas']['ThemeSummary'];
export type TickAction = components['schemas']['TickAction'];
export type TickOffer = components['schemas']['TickOffer'];
export type Timer = components['schemas']['Timer'];
export type View = components['schemas']['View'];
export type ViewPushed = components['schemas']['ViewPushed'];
export type Welcome = components['schemas']['Welcome'];
export type WordFace = components['schemas']['WordFace'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
