"""Draw the loss and the held-out nDCG@10 of a training log as one SVG."""

import argparse
import json
import pathlib

WIDTH, HEIGHT, LEFT, GAP = 860, 300, 60, 40


def panel(series, top, title, x_max):
    values = [v for _, points, _ in series for _, v in points]
    low, high = min(values), max(values)
    pad = (high - low) * 0.05 or 1
    low, high = low - pad, high + pad
    out = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>', f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 160}" height="{HEIGHT}" fill="none" stroke="#999"/>']
    x = lambda v: LEFT + v / x_max * (WIDTH - LEFT - 160)  # noqa: E731
    y = lambda v: top + HEIGHT - (v - low) / (high - low) * HEIGHT  # noqa: E731
    for tick in range(5):
        value = low + (high - low) * tick / 4
        out.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.3g}</text><line x1="{LEFT}" x2="{WIDTH - 160}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#eee"/>')
        out.append(f'<text x="{x(x_max * tick / 4):.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{x_max * tick / 4:.0f}</text>')
    for index, (name, points, colour) in enumerate(series):
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/><text x="{WIDTH - 150}" y="{top + 16 + 18 * index}" fill="{colour}">{name}</text>')
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("log")
    parser.add_argument("out")
    args = parser.parse_args()
    rows = [json.loads(line) for line in pathlib.Path(args.log).read_text().splitlines()]
    loss = [(r["step"], r["rank"]) for r in rows if r["stage"] == "contrast"]
    x_max = max(s for s, _ in loss)
    teacher = next(r["mean"] for r in rows if r["stage"] == "teacher")
    untrained = next(r["mean"] for r in rows if r["stage"] == "untrained")
    student = [(r["step"], r["mean"]) for r in rows if r["stage"] == "validation"]
    body = panel([("ranking loss", loss, "#1b6ca8")], 40, "Ranking loss (all nested sizes together) by step", x_max)
    body += panel([("student", student, "#1b6ca8"), ("teacher", [(0, teacher), (x_max, teacher)], "#c0392b"), ("untrained table", [(0, untrained), (x_max, untrained)], "#7f8c8d")], 40 + HEIGHT + 2 * GAP, "nDCG@10 on held-out sources, mean over kinds, by step", x_max)
    height = 2 * HEIGHT + 4 * GAP
    pathlib.Path(args.out).write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12"><title>Losses of the training run, by step</title><rect width="100%" height="100%" fill="white"/>{"".join(body)}</svg>\n')


if __name__ == "__main__":
    main()
