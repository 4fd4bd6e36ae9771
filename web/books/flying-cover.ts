/** The name under which a cover flies from its shelf to its page, where the browser can (book-header.module.css has it too). */
export const FLYING = 'book-cover'
