"""How Capture the Flag is drawn: the colours, tiles and shapes that no other game has."""

from __future__ import annotations

from boardwalk.contract.look import Drawing, Theme

COLOURS = {
    "hedge": ("#77805a", "#24434b"),
    "leaf": ("#929b72", "#325c63"),
}

TILES = {
    # Fills the cell to its edges, so that adjacent hedges join; leaves in three sizes
    "hedge": Drawing(
        '<rect x="-20.35" y="-20.35" width="40.7" height="40.7" rx="0" fill="{hedge}"/>'
        '<circle cx="-11" cy="-11" r="7.5" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="5" cy="-12" r="6.5" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="14" cy="-3" r="5.5" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="-4" cy="0" r="7" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="-14" cy="6" r="5" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="8" cy="9" r="7.5" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="-7" cy="14" r="5" fill="{leaf}" fill-opacity=".55"/>'
        '<circle cx="-12.88" cy="-12.88" r="2.88" fill="{leaf}"/><circle cx="3.38" cy="-13.62" r="2.5" fill="{leaf}"/>'
        '<circle cx="12.62" cy="-4.38" r="2.12" fill="{leaf}"/><circle cx="-5.75" cy="-1.75" r="2.69" fill="{leaf}"/>'
        '<circle cx="-15.25" cy="4.75" r="1.92" fill="{leaf}"/><circle cx="6.12" cy="7.12" r="2.88" fill="{leaf}"/>'
        '<circle cx="-8.25" cy="12.75" r="1.92" fill="{leaf}"/>',
        flat="hedge",
        solid=True,
        accent="lantern",
    ),
    # A lamp in a hedge
    "lantern": Drawing(
        '<circle cx="0" cy="0" r="15" fill="{glow}" fill-opacity=".1"/>'
        '<circle cx="0" cy="0" r="10" fill="{glow}" fill-opacity=".2"/>'
        '<rect x="-4.4" y="-5" width="8.8" height="11" rx="3.4" fill="{glow}"/>'
        '<rect x="-3.2" y="-7.6" width="6.4" height="3" rx="1.2" fill="{metal_dark}"/>'
        '<rect x="-3.2" y="5.4" width="6.4" height="2.4" rx="1.2" fill="{metal_dark}"/>'
        '<circle cx="0" cy="0.6" r="2.2" fill="{ice_shine}"/>',
    ),
    # The team's ground, with a roof
    "home": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/>'
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{seat}" fill-opacity=".34"/>'
        '<path d="M-10 1L0 -8L10 1M-7 0V9H7V0" fill="none" stroke="{seat}" stroke-width="2.2" stroke-linecap="round" '
        'stroke-linejoin="round" stroke-opacity=".6"/>',
        flat="seat",
        flat_opacity=0.45,
    ),
    # The team's ground behind bars
    "jail": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/>'
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{seat}" fill-opacity=".16"/>'
        '<path d="M-12 -14V14M-4 -14V14M4 -14V14M12 -14V14" fill="none" stroke="{metal}" stroke-width="2.4" '
        'stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".55"/>'
        '<path d="M-16 -14H16M-16 14H16" fill="none" stroke="{seat}" stroke-width="3.4" stroke-linecap="round" '
        'stroke-linejoin="round"/>',
        flat="seat",
        flat_opacity=0.8,
    ),
}

SHAPES = {
    # A vest with room for a number, a head above it, legs in stride
    "runner": Drawing(
        '<ellipse cx="0" cy="15.4" rx="13" ry="4.4" fill="{shade}" fill-opacity=".12"/>'
        '<ellipse cx="0" cy="15.4" rx="11" ry="3" fill="{shade}" fill-opacity=".22"/>'
        '<path d="M-3.5 10L-8 15.6M4 10L7 13L10.5 12.6" fill="none" stroke="{track}" stroke-width="3.4" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        '<path d="M-9.5 0L-14 5M9.5 0L14.4 -3.6" fill="none" stroke="{skin}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round"/><rect x="-10.5" y="-5" width="21" height="17.6" rx="5.5" fill="{seat}"/>'
        '<circle cx="0" cy="-11.4" r="6" fill="{skin}"/><path d="M-6.2 -11.6A6.2 6.2 0 0 1 6.2 -11.6Z" fill="{seat}"/>'
        '<rect x="-6.6" y="-12.7" width="13.2" height="2.4" rx="1.2" fill="{metal_dark}"/>',
        badge=(0.0, 4.6, 12.0),
    ),
}

SIGNS = {
    # Bars in front of a piece
    "jailed": Drawing(
        '<path d="M-13 -16V16M-6 -16V16M6 -16V16M13 -16V16M-15 -16H15M-15 16H15" fill="none" stroke="{page}" '
        'stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".8"/>'
        '<path d="M-13 -16V16M-6 -16V16M6 -16V16M13 -16V16M-15 -16H15M-15 16H15" fill="none" stroke="{metal_dark}" '
        'stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
}

ICONS = {"jail": "M4 5h16M4 19h16M7 5v14M12 5v14M17 5v14"}

THEME = Theme("capture_the_flag", like="lantern", colours=COLOURS, tiles=TILES, shapes=SHAPES, signs=SIGNS, icons=ICONS)
