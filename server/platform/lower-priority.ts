import { constants, setPriority } from 'node:os'

/** Puts a process of this machine below the server and the database, which must stay fast meanwhile. */
export const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or belongs to another user.
  }
}
