"""`make costs`: plays the evening, and writes the page."""

from infra.costs.page import page
from infra.package.staging import ROOT

(ROOT / "infra" / "costs.md").write_text(page())
