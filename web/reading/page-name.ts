import type { Pages } from './show-pages.ts'

/** The printed name of a page, such as 'iv', or else its number. */
export const pageName = ({ viewer }: Pages, page: number): string =>
  (viewer.getPageView(page - 1) as { pageLabel: string | null } | undefined)?.pageLabel ?? String(page)
