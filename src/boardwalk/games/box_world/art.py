"""How Box World is drawn: the colours, tiles and shapes that no other game has."""

from __future__ import annotations

from boardwalk.contract.look import Drawing, Theme

COLOURS = {
    "wood": ("#d9a562", "#c08a4e"),
    "wood_dark": ("#a87437", "#8a5c2c"),
    "wood_light": ("#e9c38b", "#d9a869"),
    "ice": ("#c3e6f5", "#8cc9e4"),
    "ice_edge": ("#7dbcd9", "#5aa3c4"),
}

SHAPES = {
    # A person in a helmet, hands ready to push
    "walker": Drawing(
        '<ellipse cx="0" cy="15.4" rx="12" ry="4.4" fill="{shade}" fill-opacity=".12"/>'
        '<ellipse cx="0" cy="15.4" rx="10" ry="3" fill="{shade}" fill-opacity=".22"/>'
        '<path d="M-4 9V14.6M4 9V14.6" fill="none" stroke="{track}" stroke-width="4.2" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
        '<path d="M-8 1L-13.4 -3.4M8 1L13.4 -3.4" fill="none" stroke="{seat}" stroke-width="4" stroke-linecap="round" '
        'stroke-linejoin="round"/><circle cx="-14" cy="-4.6" r="2.6" fill="{skin}"/>'
        '<circle cx="14" cy="-4.6" r="2.6" fill="{skin}"/>'
        '<rect x="-8.6" y="-3.4" width="17.2" height="15" rx="5" fill="{seat}"/>'
        '<circle cx="0" cy="-8.6" r="6.4" fill="{skin}"/><circle cx="-2.4" cy="-7.4" r="0.95" fill="{metal_dark}"/>'
        '<circle cx="2.4" cy="-7.4" r="0.95" fill="{metal_dark}"/>'
        '<path d="M-7.6 -10.4A7.6 7.6 0 0 1 7.6 -10.4Z" fill="{glow}"/>'
        '<rect x="-9.4" y="-11.6" width="18.8" height="2.6" rx="1.3" fill="{glow}"/>'
        '<rect x="-1.2" y="-17.8" width="2.4" height="6" rx="1.2" fill="{lamp}"/>',
        badge=(0.0, 5.5, 9.0),
    ),
    "box": Drawing(
        '<rect x="-15" y="-12.6" width="31" height="30" rx="4" fill="{shade}" fill-opacity=".18"/>'
        '<rect x="-15.5" y="-15.5" width="31" height="31" rx="4" fill="{wood_dark}"/>'
        '<rect x="-14" y="-14" width="28" height="28" rx="2.6" fill="{wood}"/>'
        '<path d="M-13 -4.6H13M-13 4.6H13" fill="none" stroke="{wood_dark}" stroke-width="1.1" stroke-linecap="round" '
        'stroke-linejoin="round" stroke-opacity=".6"/>'
        '<path d="M-10 10L10 -10" fill="none" stroke="{wood_dark}" stroke-width="7.6" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
        '<path d="M-10 10L10 -10" fill="none" stroke="{wood_light}" stroke-width="5" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
        '<rect x="-12.8" y="-12.8" width="25.6" height="25.6" rx="2" fill="none" stroke="{wood_light}" '
        'stroke-width="4.4"/>'
        '<rect x="-10.3" y="-10.3" width="20.6" height="20.6" rx="1.4" fill="none" stroke="{wood_dark}" '
        'stroke-width="1.1"/><circle cx="-12.8" cy="-12.8" r="1.1" fill="{wood_dark}"/>'
        '<circle cx="12.8" cy="-12.8" r="1.1" fill="{wood_dark}"/>'
        '<circle cx="-12.8" cy="12.8" r="1.1" fill="{wood_dark}"/>'
        '<circle cx="12.8" cy="12.8" r="1.1" fill="{wood_dark}"/>',
    ),
    "ice": Drawing(
        '<rect x="-15" y="-12.6" width="31" height="30" rx="6" fill="{shade}" fill-opacity=".14"/>'
        '<rect x="-15.5" y="-15.5" width="31" height="31" rx="6" fill="{ice}" stroke="{ice_edge}" stroke-width="1.6" '
        'fill-opacity=".94"/><path d="M-14.6 4L4 -14.6H11L-14.6 11Z" fill="{ice_shine}" fill-opacity=".55"/>'
        '<path d="M-9 14.6L14.6 -9V-5.4L-5.4 14.6Z" fill="{ice_shine}" fill-opacity=".4"/>'
        '<path d="M3 11L7 6L12 5.6M7 6L6.2 2" fill="none" stroke="{ice_edge}" stroke-width="1.4" '
        'stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".75"/>'
        '<path d="M-12 -7A6 6 0 0 1 -7 -12" fill="none" stroke="{ice_shine}" stroke-width="2" stroke-linecap="round" '
        'stroke-linejoin="round"/>',
    ),
}

THEME = Theme("box_world", like="warehouse", colours=COLOURS, shapes=SHAPES)
