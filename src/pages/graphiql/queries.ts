/** What a member finds in the editor at first. */
export const memberQuery = `# Your Home: the newest posts of yours
# and of the people you follow.
# Ctrl-Enter or Cmd-Enter runs it.

query Home {
  viewer {
    username
  }
  feed(first: 5, orderBy: LATEST) {
    edges {
      node {
        id
        author {
          username
        }
        content
        createdAtFormatted
        likeCount
        viewerHasLiked
        viewerHasBookmarked
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`

/** What a visitor finds there: nothing that asks for a signed-in member. */
export const visitorQuery = `# The most liked posts of all.
# Ctrl-Enter or Cmd-Enter runs it.

query Posts {
  posts(first: 5, orderBy: TRENDING) {
    edges {
      node {
        id
        author {
          username
        }
        content
        createdAtFormatted
        likeCount
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`
