/** The messages about guest accounts. In a file of their own, because book pages load them too. */
export const GUEST = {
  go: 'Continue as guest',
  text: 'Read, rate and comment under a made-up name. You can sign up later and keep it all.',
  textAlone: 'Read, rate and comment under a made-up name.',
  already: (name: string) => `You are ${name}. What you rated and wrote is still here.`,
  welcome: (name: string) => `You are here as ${name}.`,
  failed: 'You could not be logged in as a guest. Please try again.',
} as const
