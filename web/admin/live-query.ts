/** Other administrators are at work too: what is shown is read anew whenever somebody looks at it. */
export const LIVE_QUERY = { staleTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const
