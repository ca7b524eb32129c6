"""How RoboRally is drawn: the colours, tiles and shapes that no other game has."""

from __future__ import annotations

from boardwalk.contract.look import Drawing, Theme

COLOURS = {
    "belt": ("#6f7c89", "#4a5a69"),
    "belt_rail": ("#566370", "#384552"),
    "belt_arrow": ("#f4c95d", "#f2c14e"),
    "gear": ("#9aa6b1", "#7c8d9d"),
    "gear_hub": ("#eef2f5", "#26333f"),
    "gear_cw": ("#c8741a", "#ffb45c"),
    "gear_ccw": ("#1f7fae", "#7fd0f7"),
}

TILES = {
    "belt": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/>'
        '<rect x="-15" y="-20" width="30" height="40" rx="0" fill="{belt_rail}"/>'
        '<rect x="-12" y="-20" width="24" height="40" rx="0" fill="{belt}"/>'
        '<path d="M-6.5 -3L0 -9.5L6.5 -3" fill="none" stroke="{belt_arrow}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
        '<path d="M-6.5 10L0 3.5L6.5 10" fill="none" stroke="{belt_arrow}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round" stroke-opacity=".55"/>',
        turns=True,
        flat="belt",
    ),
    # Enters from the right and leaves upwards: a right turn
    "belt_cw": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/>'
        '<path d="M20 15A35 35 0 0 1 -15 -20H15A5 5 0 0 0 20 -15Z" fill="{belt_rail}"/>'
        '<path d="M20 12A32 32 0 0 1 -12 -20H12A8 8 0 0 0 20 -12Z" fill="{belt}"/>'
        '<g transform="translate(1.73 -11.87) rotate(-24)">'
        '<path d="M-6 3L0 -3L6 3" fill="none" stroke="{belt_arrow}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round"/></g><g transform="translate(11.23 -2.02) rotate(-64)">'
        '<path d="M-6 3L0 -3L6 3" fill="none" stroke="{belt_arrow}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round" stroke-opacity=".55"/></g>',
        turns=True,
        flat="belt",
    ),
    # Enters from the left and leaves upwards: a left turn
    "belt_ccw": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/><g transform="scale(-1 1)">'
        '<path d="M20 15A35 35 0 0 1 -15 -20H15A5 5 0 0 0 20 -15Z" fill="{belt_rail}"/>'
        '<path d="M20 12A32 32 0 0 1 -12 -20H12A8 8 0 0 0 20 -12Z" fill="{belt}"/>'
        '<g transform="translate(1.73 -11.87) rotate(-24)">'
        '<path d="M-6 3L0 -3L6 3" fill="none" stroke="{belt_arrow}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round"/></g><g transform="translate(11.23 -2.02) rotate(-64)">'
        '<path d="M-6 3L0 -3L6 3" fill="none" stroke="{belt_arrow}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round" stroke-opacity=".55"/></g></g>',
        turns=True,
        flat="belt",
    ),
    "gear_cw": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/>'
        '<path d="M12.67 -2.92L17.33 -2.44L17.33 2.44L12.67 2.92L11.02 6.89L13.98 10.53L10.53 13.98L6.89 11.02L2.92 '
        "12.67L2.44 17.33L-2.44 17.33L-2.92 12.67L-6.89 11.02L-10.53 13.98L-13.98 10.53L-11.02 6.89L-12.67 "
        "2.92L-17.33 2.44L-17.33 -2.44L-12.67 -2.92L-11.02 -6.89L-13.98 -10.53L-10.53 -13.98L-6.89 -11.02L-2.92 "
        '-12.67L-2.44 -17.33L2.44 -17.33L2.92 -12.67L6.89 -11.02L10.53 -13.98L13.98 -10.53L11.02 -6.89Z" '
        'fill="{gear}" stroke="{gear}" stroke-width="1.6" stroke-linejoin="round"/>'
        '<circle cx="0" cy="0" r="11.2" fill="{gear_hub}"/><g>'
        '<path d="M-4 5.6A6.9 6.9 0 1 1 6.2 3" fill="none" stroke="{gear_cw}" stroke-width="2.6" '
        'stroke-linecap="round" stroke-linejoin="round"/><path d="M1.6 2.6L9.9 .6L7.2 8.2Z" fill="{gear_cw}"/></g>',
        flat="gear",
    ),
    "gear_ccw": Drawing(
        '<rect x="-19.3" y="-19.3" width="38.6" height="38.6" rx="5" fill="{floor}"/>'
        '<path d="M12.67 -2.92L17.33 -2.44L17.33 2.44L12.67 2.92L11.02 6.89L13.98 10.53L10.53 13.98L6.89 11.02L2.92 '
        "12.67L2.44 17.33L-2.44 17.33L-2.92 12.67L-6.89 11.02L-10.53 13.98L-13.98 10.53L-11.02 6.89L-12.67 "
        "2.92L-17.33 2.44L-17.33 -2.44L-12.67 -2.92L-11.02 -6.89L-13.98 -10.53L-10.53 -13.98L-6.89 -11.02L-2.92 "
        '-12.67L-2.44 -17.33L2.44 -17.33L2.92 -12.67L6.89 -11.02L10.53 -13.98L13.98 -10.53L11.02 -6.89Z" '
        'fill="{gear}" stroke="{gear}" stroke-width="1.6" stroke-linejoin="round"/>'
        '<circle cx="0" cy="0" r="11.2" fill="{gear_hub}"/><g transform="scale(-1 1)">'
        '<path d="M-4 5.6A6.9 6.9 0 1 1 6.2 3" fill="none" stroke="{gear_ccw}" stroke-width="2.6" '
        'stroke-linecap="round" stroke-linejoin="round"/><path d="M1.6 2.6L9.9 .6L7.2 8.2Z" fill="{gear_ccw}"/></g>',
        flat="gear",
    ),
}

SHAPES = {
    # Facing up: tracks at its sides, eyes and a nose in front
    "robot": Drawing(
        '<rect x="-15.5" y="-12" width="31" height="28" rx="8" fill="{shade}" fill-opacity=".16"/>'
        '<rect x="-16" y="-11" width="7" height="24" rx="3" fill="{track}"/>'
        '<rect x="9" y="-11" width="7" height="24" rx="3" fill="{track}"/>'
        '<path d="M-16 -5h4M-16 1h4M-16 7h4M12 -5h4M12 1h4M12 7h4" fill="none" stroke="{metal}" stroke-width="1.2" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        '<path d="M-6 -13L0 -19.4L6 -13Z" fill="{seat}" stroke="{seat}" stroke-width="2" stroke-linejoin="round"/>'
        '<rect x="-12" y="-14" width="24" height="28" rx="7" fill="{seat}"/>'
        '<rect x="-9.5" y="-12" width="19" height="7.4" rx="3.7" fill="{metal_dark}"/>'
        '<circle cx="-4.6" cy="-8.3" r="2.3" fill="{glow}"/><circle cx="4.6" cy="-8.3" r="2.3" fill="{glow}"/>',
        turns=True,
        badge=(0.0, 4.2, 13.0),
    ),
}

THEME = Theme("robo_rally", like="steel", colours=COLOURS, tiles=TILES, shapes=SHAPES)
