/** The template can't be filled: it is damaged, or lacks what every template has. The message says where. */
export class TemplateError extends Error {
  override name = 'Template'
}
