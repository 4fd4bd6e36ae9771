/** Options of a query that is refetched on mount and on focus, since other administrators may change its data. */
export const LIVE_QUERY = { staleTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const
