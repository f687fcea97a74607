"""Train the static model: a table of one vector a token, whose sum over a text points where the teacher's vector does.

 (a) the teacher's vectors of all passages, queries and held-out sentences are computed here, once;
 (b) the start, and the untrained baseline, is the teacher's own vocabulary through PCA with SIF weights;
 (c) distillation: the sum of a passage's rows is turned toward the teacher's vector;
 (d) contrast: queries find their passages among tens of thousands, siblings of the same document among
     them, and the whole similarity matrix follows the teacher's;
 (e) the last part of (d) runs on int8 rows, as they will be stored.

Needs one GPU with torch and numpy (a CPU works for small settings), the packed shards and teacher.npz;
no network. `--plan` runs several settings on the same teacher vectors and keeps the best.
"""

import argparse
import io
import json
import lzma
import math
import os
import pathlib
import time

try:
    import numpy as np
    import torch
    import torch.nn.functional as F
except ImportError as error:
    raise SystemExit(f"train.py needs numpy and torch: {error}") from None

from minilm import MiniLM

STOPS = (1012, 1029, 999)  # . ? !
VOCABULARY = 30522
KIND_NAMES = ["prose", "man", "code", "dictionary", "speech", "novel", "talk"]
BEGAN = time.time()


def say(*words):
    print(f"[{time.time() - BEGAN:6.1f}s]", *words, flush=True)


def flags():
    p = argparse.ArgumentParser()
    p.add_argument("--data", required=True, help="folder with train-*.npz.xz, validation.npz.xz and teacher.npz")
    p.add_argument("--out", default=os.environ.get("OUT", "out"))
    p.add_argument("--cache", default="", help="folder to keep the teacher's vectors between runs")
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--limit-passages", type=int, default=0)
    p.add_argument("--framed", type=int, default=1, help="1: short queries also enter inside a question")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--deadline", type=float, default=540, help="seconds after start at which training stops, whatever its step")
    p.add_argument("--plan", default="", help="JSON list of settings to run in turn, each overriding the flags below")
    p.add_argument("--teacher-only", action="store_true")
    p.add_argument("--name", default="student")
    p.add_argument("--dim", type=int, default=256)
    p.add_argument("--nested", default="256,128,64")
    p.add_argument("--nested-weights", default="1,0.5,0.25")
    p.add_argument("--distil-steps", type=int, default=500)
    p.add_argument("--distil-batch", type=int, default=16384)
    p.add_argument("--distil-rate", type=float, default=0.01)
    p.add_argument("--steps", type=int, default=665)
    p.add_argument("--seconds", type=float, default=0, help="end the contrast after this time even if steps are left; the schedule follows")
    p.add_argument("--batch", type=int, default=24576)
    p.add_argument("--block", type=int, default=8, help="consecutive pairs of one document that enter a batch together")
    p.add_argument("--rate", type=float, default=0.015)
    p.add_argument("--weight-rate", type=float, default=0.015)
    p.add_argument("--soft", type=float, default=0.2, help="share of the target that is the teacher's distribution")
    p.add_argument("--teacher-scale", type=float, default=25.0)
    p.add_argument("--scale", type=float, default=20.0)
    p.add_argument("--match", type=float, default=10.0, help="weight of the squared error between similarity matrices")
    p.add_argument("--align", type=float, default=0.1, help="weight of the cosine toward the teacher's own (projected) vector")
    p.add_argument("--drop", type=float, default=0.0, help="share of tokens left out of a text during training")
    p.add_argument("--cloze", type=float, default=0.25, help="share of pairs that are a sentence and its passage")
    p.add_argument("--cloze-keep", type=float, default=0.3, help="share of those whose passage keeps the sentence")
    p.add_argument("--kind-weights", default="1,0.5,0.8,0.6,1.5,1,1.5", help="prose, man, code, dictionary, speech, novel, talk")
    p.add_argument("--quantise-from", type=float, default=0.7, help="share of the steps after which rows are int8")
    return p.parse_args()


# ---------------------------------------------------------------- data


def load_shard(path):
    return dict(np.load(io.BytesIO(lzma.decompress(path.read_bytes()))))


class Texts:
    """Token ids in a row, with where each text starts and how long it is."""

    def __init__(self, tokens, lengths, device):
        self.flat = torch.as_tensor(tokens.astype(np.int32)).to(device)
        self.lengths = torch.as_tensor(lengths.astype(np.int64)).to(device)
        self.starts = torch.cumsum(self.lengths, 0) - self.lengths

    def __len__(self):
        return len(self.lengths)


class Pairs:
    def __init__(self, shards, device, limit=0):
        offset = 0
        tokens, lengths, documents, kinds, qt, ql, qp = [], [], [], [], [], [], []
        for shard in shards:
            if limit:
                shard = clip(shard, limit)
            tokens.append(shard["tokens"])
            lengths.append(shard["lengths"])
            documents.append(shard["documents"].astype(np.int64))
            kinds.append(shard["kinds"])
            qt.append(shard["query_tokens"])
            ql.append(shard["query_lengths"])
            qp.append(shard["query_passages"].astype(np.int64) + offset)
            offset += len(shard["lengths"])
        join = np.concatenate
        self.passages = Texts(join(tokens), join(lengths), device)
        self.queries = Texts(join(qt), join(ql), device)
        self.query_passages = torch.as_tensor(join(qp)).to(device)
        self.documents = torch.as_tensor(join(documents)).to(device)
        self.kinds = torch.as_tensor(join(kinds).astype(np.int64)).to(device)
        # A spoken copy follows its passage: the two are never each other's negatives.
        count = torch.arange(len(self.kinds), device=device)
        talk, written = KIND_NAMES.index("talk"), (KIND_NAMES.index("prose"), KIND_NAMES.index("speech"))
        before = (count - 1).clamp(min=0)
        copy = (self.kinds == talk) & ((self.kinds[before] == written[0]) | (self.kinds[before] == written[1])) & (self.documents == self.documents[before]) & (count > 0)
        self.groups = torch.where(copy, before, count)
        self.copies = count.clone()
        self.copies[before[copy]] = count[copy]

    def add_framed(self, framings, seed=23):
        """A second form of short queries: the same words inside a question or request."""
        device = self.queries.flat.device
        chooser = np.random.default_rng(seed)
        flat = self.queries.flat.cpu().numpy()
        starts, lengths = self.queries.starts.cpu().numpy(), self.queries.lengths.cpu().numpy()
        kinds = self.kinds[self.query_passages].cpu().numpy()
        code = KIND_NAMES.index("code")
        question = np.isin(flat[np.maximum(starts + lengths - 1, 0)], [STOPS[1]])
        chosen = np.nonzero((lengths <= 14) & (kinds != code) & ~question & (chooser.random(len(lengths)) < 0.7))[0]
        pieces, sizes = [], []
        for row, form in zip(chosen, chooser.integers(0, len(framings), len(chosen))):
            before, after = framings[form]
            piece = np.concatenate([before, flat[starts[row] : starts[row] + lengths[row]], after]).astype(np.int32)
            pieces.append(piece)
            sizes.append(len(piece))
        if not pieces:
            return
        tokens = np.concatenate([flat, *pieces])
        all_lengths = np.concatenate([lengths, sizes])
        passages = torch.cat([self.query_passages, self.query_passages[torch.as_tensor(chosen).to(device)]])
        # Pairs stay sorted by passage, so that a block of consecutive pairs is a document's.
        order = torch.argsort(passages, stable=True)
        texts = Texts(tokens, all_lengths, device)
        texts.starts, texts.lengths = texts.starts[order], texts.lengths[order]
        self.queries, self.query_passages = texts, passages[order]


def clip(shard, limit):
    limit = min(limit, len(shard["lengths"]))
    keep = shard["query_passages"] < limit
    ends = np.cumsum(shard["query_lengths"].astype(np.int64))
    last = int(keep.sum())
    return {
        "tokens": shard["tokens"][: int(shard["lengths"][:limit].astype(np.int64).sum())],
        "lengths": shard["lengths"][:limit],
        "documents": shard["documents"][:limit],
        "kinds": shard["kinds"][:limit],
        "query_tokens": shard["query_tokens"][: int(ends[last - 1]) if last else 0],
        "query_lengths": shard["query_lengths"][:last],
        "query_passages": shard["query_passages"][:last],
    }


def sentences(texts, generator, rounds=2):
    """Spans (start, length, passage) of a random sentence a passage; a window where no sentence fits."""
    flat, starts, lengths = texts.flat, texts.starts, texts.lengths
    device = flat.device
    stop = torch.zeros(len(flat), dtype=torch.bool, device=device)
    for token in STOPS:
        stop |= flat == token
    stop[starts + lengths - 1] = True
    ends = torch.nonzero(stop)[:, 0]
    out = []
    long_enough = torch.nonzero(lengths >= 40)[:, 0]
    for _ in range(rounds):
        s, n = starts[long_enough], lengths[long_enough]
        spot = s + (torch.rand(len(s), generator=generator, device=device) * n).long().clamp(max=n - 1)
        at = torch.searchsorted(ends, spot)
        end = ends[at] + 1
        begin = torch.where(at > 0, ends[(at - 1).clamp(min=0)] + 1, torch.zeros_like(at))
        begin = torch.maximum(begin, s)
        size = end - begin
        window = 8 + (torch.rand(len(s), generator=generator, device=device) * 24).long()
        misfit = (size < 6) | (size > 56)
        begin = torch.where(misfit, torch.minimum(spot, s + n - window).clamp(min=0), begin)
        begin = torch.maximum(begin, s)
        size = torch.where(misfit, window, size)
        fits = size < 0.7 * n
        out.append((begin[fits], size[fits], long_enough[fits]))
    begin, size, passage = (torch.cat([o[i] for o in out]) for i in range(3))
    order = torch.argsort(passage)
    return begin[order], size[order], passage[order]


# ---------------------------------------------------------------- the student


def ragged(starts, lengths):
    """Indexes of all tokens of the chosen spans, and where each span begins among them."""
    ends = torch.cumsum(lengths, 0)
    total = int(ends[-1])
    first = ends - lengths
    index = torch.arange(total, device=starts.device) + torch.repeat_interleave(starts - first, lengths, output_size=total)
    return index, first


def fake_int8(table):
    """Rows as they will be stored, with gradients passed straight through."""
    scale = table.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
    return table + (torch.round(table / scale) * scale - table).detach()


class Student(torch.nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = torch.nn.Parameter(table.clone())
        self.log_weight = torch.nn.Parameter(torch.zeros(len(table), device=table.device))
        self.log_scale = torch.nn.Parameter(torch.zeros(8, device=table.device))

    def rows(self, quantised=False):
        rows = self.table * torch.exp(self.log_weight)[:, None]
        return fake_int8(rows) if quantised else rows

    @staticmethod
    def sums(rows, flat, starts, lengths, drop=0.0, generator=None, hot=None):
        """Sums of rows. The most frequent tokens go through a matrix of counts: one row each for thousands of
        occurrences would make the gradient's scatter wait for itself."""
        index, first = ragged(starts, lengths)
        tokens = flat[index].long()
        if hot is None:
            return F.embedding_bag(tokens, rows, first, mode="sum")
        text = torch.repeat_interleave(torch.arange(len(starts), device=starts.device), lengths, output_size=len(index))
        if drop:
            kept = torch.rand(len(index), device=index.device, generator=generator) >= drop
            tokens, text = tokens[kept], text[kept]
        place = hot.place[tokens]
        frequent = place >= 0
        counts = torch.zeros(len(starts) * len(hot.tokens), device=rows.device)
        counts.scatter_add_(0, text[frequent] * len(hot.tokens) + place[frequent], torch.ones(int(frequent.sum()), device=rows.device))
        rare = torch.bincount(text[~frequent], minlength=len(starts))
        total = counts.view(len(starts), -1) @ rows[hot.tokens]
        return total + F.embedding_bag(tokens[~frequent], rows, torch.cumsum(rare, 0) - rare, mode="sum")


class Hot:
    def __init__(self, frequencies, count=2048):
        self.tokens = torch.topk(frequencies, count).indices
        self.place = torch.full((VOCABULARY,), -1, dtype=torch.long, device=frequencies.device)
        self.place[self.tokens] = torch.arange(count, device=frequencies.device)


def embed_all(rows, flat, starts, lengths, step=65536):
    out = []
    with torch.no_grad():
        for i in range(0, len(starts), step):
            out.append(F.normalize(Student.sums(rows, flat, starts[i : i + step], lengths[i : i + step]), dim=-1))
    return torch.cat(out)


# ---------------------------------------------------------------- measuring on held-out sources


class Validation:
    def __init__(self, pairs, teacher_passages, teacher_queries, per_kind=1500, seed=3):
        self.pairs = pairs
        generator = torch.Generator().manual_seed(seed)
        self.sets = {}
        kinds = pairs.kinds[pairs.query_passages].cpu()
        for kind in range(len(KIND_NAMES)):
            rows = torch.nonzero(kinds == kind)[:, 0]
            if len(rows) >= 20:
                self.sets[KIND_NAMES[kind]] = rows[torch.randperm(len(rows), generator=generator)[:per_kind]]
        self.teacher = self.score(teacher_passages.float(), teacher_queries.float())

    def score(self, passages, queries):
        """nDCG@10 of the one right passage among all held-out passages, by kind."""
        result = {}
        for name, rows in self.sets.items():
            rows = rows.to(passages.device)
            sims = queries[rows] @ passages.T
            target = self.pairs.query_passages[rows]
            mates = torch.stack([target, self.pairs.groups[target], self.pairs.copies[target]], 1)
            right = sims.gather(1, mates).amax(1, keepdim=True)
            rank = (sims > right).sum(1) + 1
            gain = torch.where(rank <= 10, 1 / torch.log2(rank.float() + 1), torch.zeros_like(rank, dtype=torch.float))
            result[name] = round(float(gain.mean()), 4)
        result["mean"] = round(sum(result.values()) / max(1, len(result)), 4)
        return result

    def student(self, rows, dim=None):
        rows = rows[:, :dim] if dim else rows
        p, q = self.pairs.passages, self.pairs.queries
        return self.score(embed_all(rows, p.flat, p.starts, p.lengths), embed_all(rows, q.flat, q.starts, q.lengths))


# ---------------------------------------------------------------- the start


def principal(vectors, dim, generator):
    """Mean and the first directions of spread; at most 400,000 rows are looked at."""
    rows = vectors[torch.randperm(len(vectors), generator=generator)[:400_000].to(vectors.device)].float()
    mean = rows.mean(0)
    covariance = (rows - mean).T @ (rows - mean) / len(rows)
    values, directions = torch.linalg.eigh(covariance.double().cpu())
    return mean, directions.flip(1)[:, :dim].float().to(vectors.device)


def sif(frequencies):
    return (1e-3 / (1e-3 + frequencies / frequencies.sum()))[:, None]


def vocabulary_table(vectors, frequencies, dim):
    """Each token's vector by the teacher alone, through PCA, weighted a / (a + p): the untrained model."""
    mean, directions = principal(vectors, dim, torch.Generator().manual_seed(0))
    return ((vectors.float() - mean) @ directions) * sif(frequencies)


def set_row_size(table, frequencies):
    """Scale so that a typical row, weighted by use, has unit length: learning rates then mean the same everywhere."""
    share = (frequencies / frequencies.sum()).to(table.device)
    return table / (table.norm(dim=1) * share).sum().clamp(min=1e-6)


# ---------------------------------------------------------------- training


def schedule(done, warm=0.05):
    """The learning rate's factor when this share of the stage is done: a short rise, then a cosine."""
    if done < warm:
        return max(done, 0.002) / warm
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (done - warm) / (1 - warm)))


def optimiser_of(student, rate, weight_rate):
    return torch.optim.Adam(
        [
            {"params": [student.table], "lr": rate, "base": rate},
            {"params": [student.log_weight], "lr": weight_rate, "base": weight_rate},
            {"params": [student.log_scale], "lr": 0.01, "base": 0.01},
        ],
        betas=(0.9, 0.99),
        eps=1e-10,
    )


def distil(student, data, args, log):
    """(c) Passages, queries and sentences alike: cosine toward the teacher's vector in its principal directions."""
    device = student.table.device
    generator = torch.Generator(device=device).manual_seed(args.seed)
    nested = [d for d in (int(d) for d in args.nested.split(",")) if d <= args.dim]
    optimiser = optimiser_of(student, args.distil_rate, args.distil_rate)
    groups = [(data.pairs.passages.flat, data.pairs.passages.starts, data.pairs.passages.lengths, data.targets["passages"]), (data.pairs.queries.flat, data.pairs.queries.starts, data.pairs.queries.lengths, data.targets["queries"]), (data.pairs.passages.flat, data.cloze[0], data.cloze[1], data.targets["cloze"])]
    for step in range(args.distil_steps):
        for group in optimiser.param_groups:
            group["lr"] = group["base"] * schedule(step / args.distil_steps)
        rows = student.rows()
        loss = 0
        for (flat, starts, lengths, targets), share in zip(groups, (0.5, 0.25, 0.25)):
            if not len(starts):
                continue
            chosen = torch.randint(len(starts), (max(1, int(args.distil_batch * share)),), device=device, generator=generator)
            sums = student.sums(rows, flat, starts[chosen], lengths[chosen], args.drop, generator, data.hot)
            target = targets[chosen].float()
            for dim in nested:
                loss = loss + share * (1 - F.cosine_similarity(sums[:, :dim], target[:, :dim])).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        if step % 100 == 0 or step == args.distil_steps - 1:
            log("distil", step, {"loss": float(loss.detach())})
        if time.time() - BEGAN > args.deadline:
            break


def contrast(student, data, args, log, validation):
    """(d) and (e)."""
    device = student.table.device
    generator = torch.Generator(device=device).manual_seed(args.seed + 1)
    nested = [d for d in (int(d) for d in args.nested.split(",")) if d <= args.dim]
    shares = [float(w) for w in args.nested_weights.split(",")][: len(nested)]
    weights = torch.tensor([float(w) for w in args.kind_weights.split(",")], device=device)
    optimiser = optimiser_of(student, args.rate, args.weight_rate)
    p, q = data.pairs.passages, data.pairs.queries
    blocks = args.block
    asked_cdf = torch.cumsum(weights[data.pairs.kinds[data.pairs.query_passages]].double(), 0)
    cloze_cdf = torch.cumsum(weights[data.pairs.kinds[data.cloze[2]]].double(), 0)

    def draw(cdf, count):
        spot = torch.rand(max(1, count // blocks), device=device, generator=generator, dtype=torch.float64) * cdf[-1]
        start = torch.searchsorted(cdf, spot).clamp(max=len(cdf) - blocks)
        return (start[:, None] + torch.arange(blocks, device=device)[None, :]).reshape(-1)

    began, looked = time.time(), 0.0
    for step in range(args.steps):
        done = step / args.steps
        if args.seconds:
            done = max(done, (time.time() - began) / args.seconds)
        last = step == args.steps - 1 or done >= 1
        done = min(done, 1.0)
        for group in optimiser.param_groups:
            group["lr"] = group["base"] * schedule(done)
        quantised = done >= args.quantise_from
        rows = student.rows(quantised)
        n_cloze = int(args.batch * args.cloze)
        a = draw(asked_cdf, args.batch - n_cloze)
        c = draw(cloze_cdf, n_cloze)
        passage = torch.cat([data.pairs.query_passages[a], data.cloze[2][c]])
        starts = torch.cat([q.starts[a], data.cloze[0][c] + len(q.flat)])
        lengths = torch.cat([q.lengths[a], data.cloze[1][c]])
        query_sums = student.sums(rows, data.both, starts, lengths, args.drop, generator, data.hot)
        passage_sums = student.sums(rows, p.flat, p.starts[passage], p.lengths[passage], args.drop, generator, data.hot)
        remove = torch.rand(len(c), device=device, generator=generator) >= args.cloze_keep
        minus = torch.cat([torch.zeros(len(a), device=device), remove.float()])
        passage_sums = passage_sums - minus[:, None] * query_sums

        with torch.no_grad():
            tq = torch.cat([data.vectors["queries"][a], data.vectors["cloze"][c]])
            tp = data.vectors["passages"][passage]
            teacher = (tq @ tp.T).float()
            group = data.pairs.groups[passage]
            same = group[:, None] == group[None, :]
            same.fill_diagonal_(False)
            logits = (teacher * args.teacher_scale).masked_fill(same, -1e4)
            forward = args.soft * F.softmax(logits, dim=1)
            backward = args.soft * F.softmax(logits, dim=0)
            forward.diagonal().add_(1 - args.soft)
            backward.diagonal().add_(1 - args.soft)
            sample = torch.randperm(len(passage), device=device, generator=generator)[:4096]
            teacher_pp = (tp[sample] @ tp[sample].T).float()
        losses = {name: torch.zeros((), device=device) for name in ("rank", "match", "align")}
        target_q = torch.cat([data.targets["queries"][a], data.targets["cloze"][c]])
        target_p = data.targets["passages"][passage]
        for level, (dim, share) in enumerate(zip(nested, shares)):
            x = F.normalize(query_sums[:, :dim], dim=-1)
            y = F.normalize(passage_sums[:, :dim], dim=-1)
            with torch.autocast("cuda", torch.bfloat16, enabled=device.type == "cuda"):
                sims = x @ y.T
            sims = sims.float()
            scaled = (sims * (args.scale * torch.exp(student.log_scale[level]))).masked_fill(same, -1e4)
            rank = -(forward * F.log_softmax(scaled, dim=1)).sum(1).mean() - (backward * F.log_softmax(scaled, dim=0)).sum(0).mean()
            losses["rank"] = losses["rank"] + share * rank
            pp = y[sample] @ y[sample].T
            losses["match"] = losses["match"] + share * (F.mse_loss(sims[sample][:, sample], teacher[sample][:, sample]) + F.mse_loss(pp, teacher_pp))
            losses["align"] = losses["align"] + share * (2 - F.cosine_similarity(x, target_q[:, :dim].float()).mean() - F.cosine_similarity(y, target_p[:, :dim].float()).mean())
        loss = losses["rank"] + args.match * losses["match"] + args.align * losses["align"]
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        if step % 50 == 0 or last:
            log("contrast", step, {"loss": float(loss.detach()), **{k: float(v.detach()) for k, v in losses.items()}})
        if done >= looked + 0.125 or step == 0 or last:
            looked = done
            with torch.no_grad():
                result = validation.student(student.rows(quantised))
            log("validation", step, result)
            say(f"step {step} {(time.time() - began) / (step + 1) * 1000:.0f} ms a step, loss {float(loss.detach()):.3f}", result)
        if time.time() - BEGAN > args.deadline:
            say("deadline reached at step", step)
            break
        if last:
            break


class Data:
    """Pairs, sentences and the teacher's vectors of all of them."""

    def __init__(self, args, device):
        folder = pathlib.Path(args.data)
        files = sorted(folder.glob("train-*.npz.xz"))
        if not files or not (folder / "teacher.npz").exists():
            raise SystemExit(f"no train-*.npz.xz or teacher.npz in {folder}")
        self.pairs = Pairs([load_shard(f) for f in files], device, args.limit_passages)
        self.held = Pairs([load_shard(folder / "validation.npz.xz")], device, args.limit_passages)
        say(f"{len(self.pairs.passages):,} passages, {len(self.pairs.queries):,} queries, {len(self.pairs.passages.flat) / 1e6:.1f} M tokens; held out {len(self.held.passages):,} and {len(self.held.queries):,}")
        framings = folder / "framings.json"
        if framings.exists() and args.framed:
            before = len(self.pairs.queries)
            self.pairs.add_framed([[np.array(x, np.int32) for x in f] for f in json.loads(framings.read_text())])
            say(f"{len(self.pairs.queries) - before:,} queries in a second, framed form")
        generator = torch.Generator(device=device).manual_seed(11)
        self.cloze = sentences(self.pairs.passages, generator)
        say(f"{len(self.cloze[0]):,} sentences")
        self.both = torch.cat([self.pairs.queries.flat, self.pairs.passages.flat])
        self.frequencies = torch.bincount(self.pairs.passages.flat.long(), minlength=VOCABULARY).float() + 1
        self.hot = Hot(self.frequencies)
        self.teacher = MiniLM.from_pack(folder / "teacher.npz", device, torch.float16 if device.type == "cuda" else torch.float32)
        cache = pathlib.Path(args.cache) / "vectors.pt" if args.cache else None
        if cache and cache.exists():
            self.vectors = torch.load(cache, map_location=device)
            say("teacher's vectors read from the cache")
        else:
            p, q, hp, hq = self.pairs.passages, self.pairs.queries, self.held.passages, self.held.queries
            self.vectors = {
                "passages": self.embed(p.flat, p.starts, p.lengths),
                "queries": self.embed(q.flat, q.starts, q.lengths),
                "cloze": self.embed(p.flat, self.cloze[0], self.cloze[1]),
                "held_passages": self.embed(hp.flat, hp.starts, hp.lengths),
                "held_queries": self.embed(hq.flat, hq.starts, hq.lengths),
                "vocabulary": self.embed(torch.arange(VOCABULARY, dtype=torch.int32, device=device), torch.arange(VOCABULARY), torch.ones(VOCABULARY, dtype=torch.long)),
            }
            if cache:
                cache.parent.mkdir(parents=True, exist_ok=True)
                torch.save(self.vectors, cache)
        say("teacher's vectors:", {k: len(v) for k, v in self.vectors.items()})
        self.validation = Validation(self.held, self.vectors["held_passages"], self.vectors["held_queries"])
        say("teacher on held-out sources:", self.validation.teacher)
        self.targets = {}
        self.distilled = {}

    def embed(self, flat, starts, lengths):
        if len(starts) == 0:
            return torch.zeros(0, 384, dtype=torch.float16, device=flat.device)
        began = time.time()
        out = self.teacher.embed(flat, starts.cpu(), lengths.cpu())
        say(f"  teacher: {len(starts):,} texts in {time.time() - began:.1f} s")
        return out

    def project(self, dim):
        """The teacher's vectors in the principal directions of its passages, for (c) and the align term."""
        mean, directions = principal(self.vectors["passages"], dim, torch.Generator().manual_seed(0))
        for name in ("passages", "queries", "cloze"):
            v = self.vectors[name]
            self.targets[name] = torch.cat([(v[i : i + 262144].float() @ directions).half() for i in range(0, len(v), 262144)]) if len(v) else v[:, :dim]
        return directions


def save_table(path, rows, args, extra):
    rows = rows.detach().float()
    scale = rows.abs().amax(dim=1).clamp(min=1e-8) / 127
    quantised = torch.round(rows / scale[:, None]).clamp(-127, 127).to(torch.int8)
    np.savez(path, rows=quantised.cpu().numpy(), scales=scale.cpu().numpy(), settings=json.dumps({**vars(args), **extra}))


def run(data, args, out, device):
    torch.manual_seed(args.seed)
    entries = []

    def log(stage, step, values):
        entries.append({"t": round(time.time() - BEGAN, 1), "name": args.name, "stage": stage, "step": step, **{k: (round(v, 5) if isinstance(v, float) else v) for k, v in values.items()}})
        (out / f"log-{args.name}.jsonl").write_text("\n".join(json.dumps(e) for e in entries) + "\n")

    log("teacher", 0, data.validation.teacher)
    untrained = vocabulary_table(data.vectors["vocabulary"], data.frequencies, args.dim)
    log("untrained", 0, data.validation.student(untrained))
    say("untrained table:", data.validation.student(untrained))
    if args.dim == 256:
        save_table(out / "untrained.npz", untrained, args, {})
    # The distillation starts in the passages' principal directions, where its target lives.
    start = (data.vectors["vocabulary"].float() @ data.project(args.dim)) * sif(data.frequencies)
    key = (args.dim, args.distil_steps, args.distil_rate, args.distil_batch, args.seed, args.drop)
    if key not in data.distilled:
        student = Student(set_row_size(start, data.frequencies)).to(device)
        distil(student, data, args, log)
        data.distilled[key] = student.rows().detach().clone()
    student = Student(data.distilled[key]).to(device)
    result = data.validation.student(student.rows())
    log("distilled", 0, result)
    say("after distillation:", result)
    save_table(out / "distilled.npz", student.rows(), args, {})
    contrast(student, data, args, log, data.validation)
    with torch.no_grad():
        rows = fake_int8(student.rows())
        result = data.validation.student(rows)
        nested = {d: data.validation.student(rows, d)["mean"] for d in (int(d) for d in args.nested.split(",")) if d <= args.dim}
    log("final", args.steps, {**result, "nested": nested, "scales": [round(s, 3) for s in (args.scale * torch.exp(student.log_scale[:3])).tolist()]})
    say(f"FINAL {args.name}:", result, "nested", nested, "teacher", data.validation.teacher["mean"])
    save_table(out / f"{args.name}.npz", rows, args, {"validation": result, "teacher": data.validation.teacher})
    return result["mean"]


def main():
    args = flags()
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    say(torch.__version__, device, torch.cuda.get_device_name() if device.type == "cuda" else "")
    data = Data(args, device)
    if args.teacher_only:
        return
    plan = json.loads(pathlib.Path(args.plan).read_text()) if args.plan else [{}]
    results = {}
    for entry in plan:
        setting = argparse.Namespace(**{**vars(args), **entry})
        if time.time() - BEGAN > args.deadline:
            break
        results[setting.name] = run(data, setting, out, device)
    say("plan:", json.dumps(results))


if __name__ == "__main__":
    main()
