export const USERNAME_MIN = 4
export const USERNAME_MAX = 32
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Lifetime of the link in a verification mail, in hours. */
export const VERIFY_HOURS = 24
/** Lifetime of a password reset link, in hours. */
export const RESET_HOURS = 1
/** Less than a cover's: the page of the profile shrinks a picture before it sends it. */
export const PROFILE_IMAGE_MAX_BYTES = 4 * 1024 * 1024
/** A guest account is deleted after this many days without a visit. */
export const GUEST_DAYS = 90
export const REGISTERED_TITLE = 'Account created successfully'
export const REGISTERED = 'Registration successful! Please check your email to verify your account.'
