/** Who sees a list besides its owner: nobody, anyone with its address, or everyone. */
export const LIST_VISIBILITIES = ['private', 'link', 'public'] as const
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]

export const LIST_NAME_MAX = 80
export const LIST_WORDS_MAX = 1000
export const LISTS_MAX = 100
export const LIST_BOOKS_MAX = 1000
export const FOLLOWED_MAX = 500
/** So many covers stand for a list. */
export const LIST_COVERS = 3
