"""Every game of the service: the one line that a new game adds."""

from collections.abc import Mapping

from chalicelib.core.ruleset import Ruleset
from chalicelib.games.espia.ruleset import RULESET as ESPIA
from chalicelib.games.impostor.ruleset import RULESET as IMPOSTOR
from chalicelib.games.shpion.ruleset import RULESET as SHPION

RULESETS: Mapping[str, Ruleset] = {ruleset.id: ruleset for ruleset in (ESPIA, IMPOSTOR, SHPION)}
