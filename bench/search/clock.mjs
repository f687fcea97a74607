// What a piece of work took: wall clock, and the processor's time of all threads of this process, which other
// work on the machine blurs less.

/** @returns {() => { ms: number, processorMs: number }} */
export function startClock() {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - started, processorMs: (user + system) / 1000 };
  };
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** The most memory this process has held, in bytes. */
export function peakBytes() {
  return process.resourceUsage().maxRSS * 1024;
}
