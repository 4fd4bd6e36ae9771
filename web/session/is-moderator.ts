import type { User } from '#contract/shapes/people.ts'

/** Whether the account may hide and show: administrators may too. */
export const isModerator = ({ userType }: Pick<User, 'userType'>) => userType === 'moderator' || userType === 'admin'
