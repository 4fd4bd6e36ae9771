import { LANGUAGE } from '#web/messages/language.ts'

/** Whether the page is read from right to left. */
export const IS_RTL = (LANGUAGE.direction as 'ltr' | 'rtl') === 'rtl'

/** The arrow key to what comes before in a line, and the one to what comes after. */
export const [BACK_KEY, ON_KEY] = IS_RTL
  ? (['ArrowRight', 'ArrowLeft'] as const)
  : (['ArrowLeft', 'ArrowRight'] as const)
