import type { PageQuery } from '#server/platform/database/paged-list.ts'

/** The response of a paged list. */
export const toPage = <T>(
  data: T[],
  { page, limit, total }: Pick<PageQuery<never>, 'page' | 'limit'> & { total: number },
) => ({
  success: true as const,
  data,
  pagination: { page, pages: Math.ceil(total / limit), total },
})
