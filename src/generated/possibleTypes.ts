
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "Change": [
      "BookmarkChange",
      "FollowingChange",
      "PostChange",
      "PostCreation",
      "PostDeletion",
      "PostRestoration",
      "UserChange"
    ],
    "Node": [
      "Post",
      "User"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "Change": [
      "BookmarkChange",
      "FollowingChange",
      "PostChange",
      "PostCreation",
      "PostDeletion",
      "PostRestoration",
      "UserChange"
    ],
    "Node": [
      "Post",
      "User"
    ]
  }
};
      export default result;
    