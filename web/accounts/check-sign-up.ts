interface SignUp {
  username: string
  email: string
  password: string
  confirm: string
}

/** What keeps a sign-up from being sent, by field; all else is the server's to say. */
export const checkSignUp = ({ username, email, password, confirm }: SignUp): Record<string, string> => {
  const missing = {
    ...(username.trim() ? {} : { username: 'Please enter your full name' }),
    ...(email.trim() ? {} : { email: 'Please enter your email' }),
    ...(password ? {} : { password: 'Please enter a password' }),
    ...(confirm ? {} : { confirm: 'Please enter the password again' }),
  }
  if (Object.keys(missing).length > 0) return missing
  return password === confirm ? {} : { confirm: 'Passwords do not match' }
}
