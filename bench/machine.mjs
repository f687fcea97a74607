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
