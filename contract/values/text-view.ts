export const BLOCK_KINDS = ['h2', 'h3', 'h4', 'p', 'code'] as const
