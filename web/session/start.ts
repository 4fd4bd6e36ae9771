/** How far the scripts of the document are: web/session/inline-script.ts. */
type Start = 'done' | 'failed'

export const setStart = (start: Start) => (document.documentElement.dataset['start'] = start)

/** Whether the document still shows the page that the server rendered. */
export const isStarting = () => typeof document === 'object' && document.documentElement.dataset['start'] !== 'done'
