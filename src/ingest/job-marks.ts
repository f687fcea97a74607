/** What is noted of a job's place in the memory that all threads share. */
export const FREE = 0;
export const WAITING = 1;
/** A thread works on it, or died with it. */
export const BEGUN = 2;
