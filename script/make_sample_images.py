"""Draws the sample's pictures: people in poses, as JPEG and PNG of many sizes, each under 80 kB.

Run by script/make-sample-images. Everything is drawn from one seed, so that a second run changes nothing.
"""

import colorsys
import json
import math
import random
import shutil
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

LARGEST = 80_000
OVERSAMPLING = 2

# name, width, height, people, Cache-Control. Pages 0 and 1 may be kept for an hour; page 2 has to be asked for again (304).
KEEP = "public, max-age=3600"
ASK_AGAIN = "no-cache"
PICTURES = [
    ("pose-01.jpg", 720, 960, 1, KEEP),
    ("pose-02.jpg", 600, 600, 2, KEEP),
    ("pose-03.png", 480, 640, 2, KEEP),
    ("pose-04.jpg", 1080, 720, 4, KEEP),
    ("pose-05.jpg", 540, 960, 1, KEEP),
    ("pose-06.png", 400, 400, 1, KEEP),
    ("pose-07.jpg", 900, 1200, 3, KEEP),
    ("pose-08.jpg", 640, 480, 3, KEEP),
    ("pose-09.jpg", 720, 720, 2, KEEP),
    ("pose-10.png", 360, 480, 1, KEEP),
    ("pose-11.jpg", 800, 1000, 2, KEEP),
    ("pose-12.jpg", 1200, 800, 5, KEEP),
    ("pose-13.png", 512, 384, 4, KEEP),
    ("pose-14.jpg", 600, 800, 1, KEEP),
    ("pose-15.jpg", 480, 480, 2, KEEP),
    ("pose-16.jpg", 750, 1334, 1, KEEP),
    ("pose-17.png", 320, 320, 1, ASK_AGAIN),
    ("pose-18.jpg", 700, 900, 3, ASK_AGAIN),
    ("pose-19.jpg", 1024, 768, 4, ASK_AGAIN),
    ("pose-20.png", 450, 600, 2, ASK_AGAIN),
    ("pose-21.jpg", 828, 1104, 2, ASK_AGAIN),
    ("everywhere.png", 240, 320, 1, KEEP),
    ("찍기-22.jpg", 660, 880, 3, KEEP),
    ("thumbnail.jpg", 96, 128, 1, KEEP),
]


def colour(hue, saturation, value):
    return tuple(round(part * 255) for part in colorsys.hsv_to_rgb(hue % 1, saturation, value))


def background(draw, width, height, horizon, hue):
    """A sky that grows lighter towards the horizon, hills, and the ground."""
    for y in range(horizon):
        share = y / horizon
        draw.line([(0, y), (width, y)], fill=colour(hue, 0.55 - 0.4 * share, 0.75 + 0.22 * share))
    draw.rectangle([0, horizon, width, height], fill=colour(hue + 0.45, 0.35, 0.55))


def hills(draw, random_source, width, height, horizon, hue):
    for depth in range(3):
        base = horizon - height * (0.09 - 0.03 * depth)
        phase = random_source.uniform(0, 6.28)
        points = [(0, horizon + 2)]
        for step in range(61):
            x = width * step / 60
            points.append((x, base + height * 0.045 * math.sin(phase + step / (6 + 3 * depth))))
        points.append((width, horizon + 2))
        draw.polygon(points, fill=colour(hue + 0.3 + 0.04 * depth, 0.3 + 0.1 * depth, 0.8 - 0.12 * depth))


def limb(draw, start, angles, lengths, thickness, fill):
    """A chain of round-ended bones. Angles in degrees, 0 straight down, positive to the right."""
    x, y = start
    for angle, length in zip(angles, lengths):
        end = (x + length * math.sin(math.radians(angle)), y + length * math.cos(math.radians(angle)))
        draw.line([(x, y), end], fill=fill, width=round(thickness))
        for point in ((x, y), end):
            radius = thickness / 2
            draw.ellipse([point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius], fill=fill)
        x, y = end
        thickness *= 0.86
    return x, y


def person(draw, random_source, centre, ground, size, hue):
    skin = colour(0.07, random_source.uniform(0.25, 0.6), random_source.uniform(0.45, 0.98))
    shirt = colour(hue, 0.75, 0.9)
    trousers = colour(hue + random_source.uniform(0.35, 0.6), 0.6, 0.45)
    hair = colour(random_source.uniform(0, 0.12), 0.6, random_source.uniform(0.1, 0.45))
    lean = random_source.uniform(-9, 9)
    hip = (centre, ground - size * random_source.uniform(0.44, 0.48))
    shoulder = (hip[0] + size * 0.26 * math.sin(math.radians(lean)), hip[1] - size * 0.26)
    thick = size * 0.075

    draw.ellipse([centre - size * 0.22, ground - size * 0.02, centre + size * 0.22, ground + size * 0.03], fill=colour(hue, 0.2, 0.3))
    for side in (-1, 1):
        thigh = side * random_source.uniform(4, 38)
        shin = thigh * random_source.uniform(-0.4, 0.6)
        start = (hip[0] + side * thick * 0.35, hip[1])
        x, y = limb(draw, start, [thigh, shin], [size * 0.23, size * 0.22], thick * 1.15, trousers)
        draw.ellipse([x - thick * 0.6 + side * thick * 0.3, y - thick * 0.3, x + thick * 0.6 + side * thick * 0.5, y + thick * 0.45], fill=hair)
    draw.line([hip, shoulder], fill=shirt, width=round(thick * 2.4))
    for x, y in (hip, shoulder):
        draw.ellipse([x - thick * 1.2, y - thick * 1.2, x + thick * 1.2, y + thick * 1.2], fill=shirt)
    for side in (-1, 1):
        upper = side * random_source.uniform(20, 165)
        lower = upper + side * random_source.uniform(-40, 75)
        start = (shoulder[0] + side * thick * 1.0, shoulder[1])
        x, y = limb(draw, start, [upper], [size * 0.16], thick, shirt)
        x, y = limb(draw, (x, y), [lower], [size * 0.15], thick * 0.8, skin)
        draw.ellipse([x - thick * 0.45, y - thick * 0.45, x + thick * 0.45, y + thick * 0.45], fill=skin)

    head = size * 0.085
    x, y = shoulder[0] + size * 0.02 * math.sin(math.radians(lean)), shoulder[1] - size * 0.145
    draw.line([(shoulder[0], shoulder[1]), (x, y)], fill=skin, width=round(thick * 0.8))
    draw.ellipse([x - head * 1.08, y - head * 1.15, x + head * 1.08, y + head * 0.9], fill=hair)
    draw.ellipse([x - head * 0.92, y - head * 0.75, x + head * 0.92, y + head * 1.05], fill=skin)
    for side in (-1, 1):
        eye = (x + side * head * 0.38, y + head * 0.05)
        draw.ellipse([eye[0] - head * 0.1, eye[1] - head * 0.13, eye[0] + head * 0.1, eye[1] + head * 0.13], fill=(30, 25, 25))
    draw.arc([x - head * 0.45, y + head * 0.05, x + head * 0.45, y + head * 0.7], 20, 160, fill=(120, 30, 40), width=max(2, round(head * 0.12)))


def picture(index, width, height, people, is_photo):
    random_source = random.Random(1_000 + index)
    w, h = width * OVERSAMPLING, height * OVERSAMPLING
    hue = random_source.random()
    horizon = round(h * random_source.uniform(0.58, 0.68))
    image = Image.new("RGB", (w, h))
    draw = ImageDraw.Draw(image)
    background(draw, w, h, horizon, hue)
    sun = (w * random_source.uniform(0.12, 0.88), h * random_source.uniform(0.08, 0.22), min(w, h) * random_source.uniform(0.05, 0.1))
    draw.ellipse([sun[0] - sun[2], sun[1] - sun[2], sun[0] + sun[2], sun[1] + sun[2]], fill=colour(0.13, 0.35, 1))
    hills(draw, random_source, w, h, horizon, hue)
    if is_photo:
        image = image.filter(ImageFilter.GaussianBlur(min(w, h) / 260))
        draw = ImageDraw.Draw(image)
    size = min(h * 0.62, w / people * 1.15)
    for number in range(people):
        centre = w * (number + 0.5 + random_source.uniform(-0.08, 0.08)) / people
        ground = min(h * 0.95, horizon + h * random_source.uniform(0.14, 0.26))
        person(draw, random_source, centre, ground, size * random_source.uniform(0.86, 1.0), random_source.random())
    return image.resize((width, height), Image.LANCZOS)


def save(image, path, is_photo):
    if not is_photo:
        image.quantize(colors=128, dither=Image.Dither.NONE).save(path, optimize=True)
        return
    for quality in (88, 80, 72, 64, 56):
        image.save(path, quality=quality, optimize=True, progressive=path.name == "pose-07.jpg")
        if path.stat().st_size < LARGEST:
            return


def main(mocks):
    folder = mocks / "s3" / "pose-images"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for index, (name, width, height, people, cache_control) in enumerate(PICTURES):
        path = folder / name
        is_photo = path.suffix == ".jpg"
        save(picture(index, width, height, people, is_photo), path, is_photo)
        assert path.stat().st_size < LARGEST, f"{name} is too large"
        meta = {"headers": {"Cache-Control": cache_control}, "metadata": {"people-count": str(people)}}
        Path(f"{path}.meta.json").write_text(json.dumps(meta, indent=2) + "\n", encoding="utf-8")
        print(f"{name}: {width} x {height}, {path.stat().st_size} bytes")
    # For stubs that answer in place of the object: a body under __files.
    shutil.copyfile(folder / "pose-04.jpg", mocks / "__files" / "pose" / "pose-04.jpg")


main(Path(sys.argv[1]))
