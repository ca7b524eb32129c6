"""How Sphinx builds the documentation: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

import boardwalk

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

import game_pages  # noqa: E402
import package_pages  # noqa: E402
import rule_pages  # noqa: E402

# Before Sphinx looks for pages.
game_pages.write_pages(DOCS / "games")
package_pages.write_pages(DOCS / "generated")
rule_pages.write_pages(DOCS / "generated")

project = "Boardwalk"
author = "the Boardwalk contributors"
release = version = boardwalk.__version__
html_title = f"Boardwalk {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "generated/packages.md", "generated/rules.md"]
html_theme = "furo"
html_show_sphinx = False
html_copy_source = False

myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 3

# Docstrings are Markdown: what stands between single backticks is code.
default_role = "code"
autodoc_default_options = {"undoc-members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
