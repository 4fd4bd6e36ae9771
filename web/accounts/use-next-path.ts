import { useLocation, useSearchParams } from 'react-router'
import { pathOnSite } from '#contract/api/next-path.ts'

/** The path to continue to after login. A guest who signs up on /profile returns to it. */
export const useNextPath = (): string | undefined => {
  const [search] = useSearchParams()
  return useIsProfile() ? '/profile' : pathOnSite(search.get('next'))
}

export const useIsProfile = () => useLocation().pathname.toLowerCase() === '/profile'
