export const MAX_STARS = 5
