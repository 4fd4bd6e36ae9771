export const PEN_NAMES_MAX = 5
export const PEN_NAME_MIN = 2
export const PEN_NAME_MAX = 60
