/** The message for a user who needs code that did not load: some browsers try it again only after a reload. */
export const codeNotLoaded = 'A part of Weft did not load. Check your connection and reload the page.'
