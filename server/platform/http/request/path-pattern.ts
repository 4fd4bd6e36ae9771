/** The longest path parameter. */
export const PATH_MAX = 2_048

/** The addresses of a call: its path with anything for the parameters. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^/api${path.replace(/:\w+/g, `[^/]{1,${PATH_MAX}}`)}/?$`)
