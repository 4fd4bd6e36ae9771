/** The address of the login page, which returns to `path` after login. */
export const loginPath = (path: string) => (path === '/' ? '/auth' : `/auth?next=${encodeURIComponent(path)}`)
