/** The storage key of a picture of an account or a pen name, of which its name tells nothing. A new image has a new name, so a key never changes its content. */
export const profileImageKey = (name: string) => `people/${name}.webp`

export const profileImageUrl = (name: string) => `/files/person/${name}.webp`

export const profileImageName = (url: string) => /([\da-f]{32})\.webp$/.exec(url)?.[1] ?? ''

export const profileImageFiles = (name: string) => ({ name: profileImageKey(name), keys: [profileImageKey(name)] })
