"""How Rowdy Racers is drawn: the colours, tiles and shapes that no other game has."""

from __future__ import annotations

from boardwalk.contract.look import Drawing, Theme

COLOURS = {
    "ash": ("#8d867b", "#737d8c"),
}

SHAPES = {
    # A light cycle from the side, with a rider and a number plate
    "racer": Drawing(
        '<circle cx="0" cy="2" r="18" fill="{seat}" fill-opacity=".16"/>'
        '<ellipse cx="0" cy="15.6" rx="17" ry="4.4" fill="{shade}" fill-opacity=".12"/>'
        '<ellipse cx="0" cy="15.6" rx="15" ry="3" fill="{shade}" fill-opacity=".22"/>'
        '<circle cx="-10.5" cy="8" r="7.6" fill="{metal_dark}"/>'
        '<circle cx="-10.5" cy="8" r="5.4" fill="none" stroke="{seat}" stroke-width="2.4"/>'
        '<circle cx="-10.5" cy="8" r="1.6" fill="{ice_shine}"/><circle cx="10.5" cy="8" r="7.6" fill="{metal_dark}"/>'
        '<circle cx="10.5" cy="8" r="5.4" fill="none" stroke="{seat}" stroke-width="2.4"/>'
        '<circle cx="10.5" cy="8" r="1.6" fill="{ice_shine}"/>'
        '<path d="M-6.4 -5L-3.4 -12.4Q0 -15 3.6 -11.6L5.4 -5Z" fill="{metal_dark}"/>'
        '<circle cx="1.6" cy="-13.2" r="4.6" fill="{metal_dark}"/>'
        '<path d="M2.6 -13.6L6 -12.8" fill="none" stroke="{glow}" stroke-width="2.2" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
        '<path d="M-18.4 3.4C-17 -4.4 -10 -7.4 -2 -7.4H6C12.6 -7 17 -3 18.6 3.4L11 1H8V9.6H-8V1H-11Z" fill="{seat}"/>'
        '<path d="M-12.6 -2.6C-9 -5 -5 -5.4 -1 -5.4" fill="none" stroke="{ice_shine}" stroke-width="1.8" '
        'stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".85"/>',
        badge=(0.0, 2.2, 12.5),
    ),
    # A ball of light with a pin
    "grenade": Drawing(
        '<ellipse cx="0" cy="12.4" rx="10" ry="4.4" fill="{shade}" fill-opacity=".12"/>'
        '<ellipse cx="0" cy="12.4" rx="8" ry="3" fill="{shade}" fill-opacity=".22"/>'
        '<circle cx="0" cy="3" r="12.4" fill="{glow}" fill-opacity=".28"/>'
        '<circle cx="0" cy="3" r="9.4" fill="{metal_dark}"/><circle cx="0" cy="3" r="5.4" fill="{glow}"/>'
        '<circle cx="-1.8" cy="1.2" r="1.7" fill="{ice_shine}"/>'
        '<rect x="-3.6" y="-10.4" width="7.2" height="5.4" rx="1.6" fill="{metal}"/>'
        '<circle cx="7" cy="-10.6" r="3.4" fill="none" stroke="{lamp}" stroke-width="1.8"/>'
        '<path d="M3.4 -8.6L8.6 -3" fill="none" stroke="{metal}" stroke-width="2.2" stroke-linecap="round" '
        'stroke-linejoin="round"/>',
        lies=True,
    ),
    # An exploded grenade: a scorched star and a broken shell
    "spent": Drawing(
        '<path d="M0 -13L3 -6.4L9.4 -9.4L6.6 -2.6L13 1L6 3.4L8.4 10L1.6 6.6L-2.4 12.6L-4.4 5.6L-12 7L-7 1L-12 -5H-5Z" '
        'fill="{ash}" fill-opacity=".38" stroke-linejoin="round"/>'
        '<circle cx="0" cy="0.4" r="5.6" fill="none" stroke="{metal}" stroke-width="2.8" stroke-dasharray="11.2 4.5" '
        'transform="rotate(24)"/><path d="M1.27 1.67L-1.27 1.67L-1.27 -0.87L1.27 -0.87Z" fill="{ash}"/>',
        lies=True,
    ),
}

THEME = Theme("rowdy_racers", like="neon", colours=COLOURS, shapes=SHAPES)
