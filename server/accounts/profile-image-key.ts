/** Where a person's picture lies, and the address that shows it; a new picture has a new name, so it never changes. */
export const profileImageKey = (name: string) => `people/${name}.webp`

export const profileImageUrl = (name: string) => `/files/person/${name}.webp`

/** The name that stands in the address of a picture. */
export const profileImageName = (url: string) => /([\da-f]{32})\.webp$/.exec(url)?.[1] ?? ''
