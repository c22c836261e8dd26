/** What the console shows of a failure. The backend logs the first one, the app the other two. */
export const injected = 'The lab injected this fault.'
export const serverError = 'Something went wrong on our side.'
export const lostConnection = 'No response: the connection was lost.'
