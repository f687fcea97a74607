/** Between the blocks of the document itself; headings are 0 to 5, a rule is 6. */
export const BLOCK_LEVEL = 7;
/** A heading is parted from what it heads, a table's head from its rows, only as a last resort. */
export const WEAKEST_LEVEL = 1_000;
