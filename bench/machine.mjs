import os from "node:os";

/** What figures were taken on. */
export function machine() {
  return {
    cpu: os.cpus()[0].model.trim(),
    cores: os.availableParallelism(),
    memoryGB: Math.round(os.totalmem() / 2 ** 30),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version,
    load: os.loadavg()[0],
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Long enough to meet what else the host does, short enough to be asked for. */
const TURNS = 40;

/**
 * How much slower than at its best one fixed loop runs: the median and the worst of forty turns. Where other work on the
 * host slows this machine without showing in its load, this shows it.
 */
export function unsteadiness() {
  loop();
  const taken = Array.from({ length: TURNS }, () => {
    const started = performance.now();
    loop();
    return performance.now() - started;
  }).sort((a, b) => a - b);
  return { median: taken[TURNS / 2] / taken[0], worst: taken[TURNS - 1] / taken[0] };
}

function loop() {
  let x = 0;
  for (let i = 0; i < 2e7; i++) x = (Math.imul(x, 31) + i) | 0;
  return x;
}
