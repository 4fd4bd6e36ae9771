export const USER_TYPES = ['reader', 'author', 'moderator', 'admin'] as const
export const SEXES = ['Male', 'Female', 'Other', 'Prefer not to say'] as const

export type UserType = (typeof USER_TYPES)[number]
