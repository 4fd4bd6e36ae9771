/** The path that new authors begin at in order to publish. */
export const PUBLISH_PATH = '/create'

/** The sign-up form for authors, which leads to the upload form. */
export const AUTHOR_SIGN_UP = `/auth?next=${encodeURIComponent(PUBLISH_PATH)}&sign-up=author`
