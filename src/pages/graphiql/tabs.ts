/** Ids of what is there, for the variables of the first tabs. */
export interface Samples {
  postId: string
  userId: string
}

interface Tab {
  query: string
  variables?: string
}

/** The tabs that one finds at first; each teaches one thing. Drafts that are kept take their place. */
export function firstTabs(isMember: boolean, { postId, userId }: Samples): Tab[] {
  const profile = { query: profileQuery, variables: JSON.stringify({ userId }, null, 2) }
  const post = JSON.stringify({ postId }, null, 2)
  return isMember
    ? [{ query: homeQuery }, profile, { query: likeMutations, variables: post }, { query: changesSubscription }]
    : [{ query: postsQuery }, profile, { query: changesSubscription }]
}

const homeQuery = `# Your Home: the newest posts of yours
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

const postsQuery = `# The most liked posts of all.
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

const profileQuery = `# A member, who follows them, and what they post.
# $userId stands below, under Variables.

query Profile($userId: ID!) {
  user(id: $userId) {
    username
    firstName
    lastName
    bio
    postCount
    followerCount
    followingCount
    followers(first: 10) {
      edges {
        node {
          username
        }
      }
    }
    posts(first: 3) {
      edges {
        node {
          content
          likeCount
        }
      }
    }
  }
}
`

const likeMutations = `# Two changes. The button asks which one to run.
# Keep Home open in another tab and watch its heart;
# like twice to see a refusal.

mutation Like($postId: ID!) {
  likePost(input: { postId: $postId }) {
    post {
      likeCount
      viewerHasLiked
    }
  }
}

mutation Unlike($postId: ID!) {
  dislikePost(input: { postId: $postId }) {
    post {
      likeCount
      viewerHasLiked
    }
  }
}
`

const changesSubscription = `# Every post that changes, as it changes.
# Run it, then like a post in another tab.

subscription Changes {
  postChanged {
    content
    likeCount
    author {
      username
    }
  }
}
`
