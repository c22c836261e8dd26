import { fullName } from './names.ts'

interface MatchedNameProps {
  user: { firstName: string; lastName: string; username: string }
  text: string
}

/** A name with the part of the first name that was searched for marked. */
export function MatchedName({ user, text }: MatchedNameProps) {
  const { firstName } = user
  const lower = firstName.toLowerCase()
  const at = lower.indexOf(text.toLowerCase())
  // Lower case can be longer than what it came from ("İ"): then no place in one is a place in the other.
  if (at < 0 || lower.length !== firstName.length) return fullName(user)
  const end = at + text.length

  return (
    <>
      {firstName.slice(0, at)}
      <mark>{firstName.slice(at, end)}</mark>
      {firstName.slice(end)} {user.lastName}
    </>
  )
}
