declare module '*?frame-script' {
  const script: string
  export default script
  /** Its SHA-256 in base64, as Content Security Policies have it. */
  export const hash: string
}
