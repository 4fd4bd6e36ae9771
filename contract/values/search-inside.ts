export const PAGE_HITS = 20
